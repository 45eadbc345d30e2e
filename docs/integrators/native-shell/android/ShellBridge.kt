// A minimal sample, never compiled here: the bridge of docs/integrators/native-shell.md for Android. Kotlin, androidx.webkit 1.6 or later, minSdk 26.
package com.example.sandali

import android.annotation.SuppressLint
import android.net.Uri
import android.util.Base64
import android.webkit.WebView
import androidx.webkit.JavaScriptReplyProxy
import androidx.webkit.WebMessageCompat
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import org.json.JSONException
import org.json.JSONObject

/** What the host can do; `answer` takes the result and, for "done", the data. Each calls it exactly once, on the main thread. */
interface ShellWork {
    fun pickContact(answer: (String, JSONObject?) -> Unit)
    fun takePicture(purpose: String, answer: (String, JSONObject?) -> Unit)
    fun addToCalendar(title: String, day: String, note: String, answer: (String, JSONObject?) -> Unit)
    fun shareFile(name: String, mediaType: String, bytes: ByteArray, answer: (String, JSONObject?) -> Unit)
    fun keepBright(isBright: Boolean)
    fun appVersion(): String
}

class ShellBridge(private val origin: String, private val work: ShellWork) : WebViewCompat.WebMessageListener {

    /**
     * Call before loadUrl. `script` is docs/integrators/native-shell/shell.js, kept among the assets. Without both features the page runs as in a browser:
     * never fall back to addJavascriptInterface, which reaches every frame and cannot tell who calls.
     */
    @SuppressLint("RequiresFeature")
    fun install(webView: WebView, script: String, config: JSONObject) {
        val isAble = WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER) &&
            WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT)
        if (!isAble) return
        val origins = setOf(origin) // exactly one, https, no wildcard
        WebViewCompat.addWebMessageListener(webView, "SandaliPort", origins, this)
        val literal = JSONObject.quote(config.toString())
        WebViewCompat.addDocumentStartJavaScript(webView, script.replace("__CONFIG__", literal), origins)
    }

    override fun onPostMessage(
        view: WebView,
        message: WebMessageCompat,
        sourceOrigin: Uri,
        isMainFrame: Boolean,
        replyProxy: JavaScriptReplyProxy,
    ) {
        // The allow-list has been checked by the web view; this stands here in case somebody widens it.
        if (!isMainFrame || sourceOrigin.toString() != origin) return
        val text = message.data ?: return
        if (text.length > MOST_LETTERS_OF_FILE) return
        val request = try { JSONObject(text) } catch (_: JSONException) { return }
        val id = request.optString("id")
        if (request.optInt("v") != 1 || !ID.matches(id)) return
        if (text.length > MOST_LETTERS && request.optString("call") != "shareFile") return
        val answer = { result: String, data: JSONObject? ->
            val said = JSONObject().put("v", 1).put("id", id).put("result", result)
            if (data != null) said.put("data", data)
            replyProxy.postMessage(said.toString()) // reaches only the frame that asked
        }
        dispatch(request.optString("call"), request.optJSONObject("input") ?: JSONObject(), answer)
    }

    private fun dispatch(call: String, input: JSONObject, answer: (String, JSONObject?) -> Unit) {
        when (call) {
            "pickContact" -> work.pickContact(answer)
            "takePicture" -> {
                val purpose = input.optString("purpose")
                if (purpose == "idFront" || purpose == "selfie") work.takePicture(purpose, answer) else answer("failed", null)
            }
            "addToCalendar" -> {
                val day = input.optString("day")
                if (!DAY.matches(day)) return answer("failed", null)
                work.addToCalendar(input.optString("title").take(120), day, input.optString("note").take(500), answer)
            }
            "shareFile" -> {
                val (name, mediaType) = input.optString("name") to input.optString("mediaType")
                if (!FILE.matches(name) || mediaType !in MEDIA_TYPES) return answer("failed", null)
                val bytes = try { Base64.decode(input.optString("bytes"), Base64.DEFAULT) } catch (_: IllegalArgumentException) { return answer("failed", null) }
                work.shareFile(name, mediaType, bytes, answer)
            }
            "keepBright" -> { work.keepBright(input.optString("display") == "bright"); answer("done", null) }
            "appVersion" -> answer("done", JSONObject().put("version", work.appVersion()))
            else -> answer("failed", null)
        }
    }

    private companion object {
        const val MOST_LETTERS = 4096
        const val MOST_LETTERS_OF_FILE = 12 * 1024 * 1024
        val FILE = Regex("[A-Za-z0-9][A-Za-z0-9.-]{0,119}") // no folder, no hidden file
        val MEDIA_TYPES = setOf("application/pdf", "application/json", "image/png")
        val ID = Regex("[A-Za-z0-9_-]{22}")
        val DAY = Regex("\\d{4}-\\d{2}-\\d{2}")
    }
}
