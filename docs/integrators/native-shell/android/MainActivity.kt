// A minimal sample, never compiled here: an Android host around the web program. The rules it follows stand in docs/integrators/native-shell.md.
//
// In the manifest: INTERNET and nothing else. No READ_CONTACTS, no CAMERA, no READ_MEDIA_*, no storage, no WRITE_CALENDAR: the phone's own
// programs do the work and ask the borrower themselves. Also android:allowBackup="false", usesCleartextTraffic="false", and a FileProvider
// with the authority "${applicationId}.lent" that serves <cache-path path="lent/">.
package com.example.sandali

import android.app.Activity
import android.content.ActivityNotFoundException
import android.content.Intent
import android.graphics.Bitmap
import android.graphics.BitmapFactory
import android.net.Uri
import android.os.Bundle
import android.provider.CalendarContract
import android.provider.ContactsContract.CommonDataKinds.Phone
import android.util.Base64
import android.view.WindowManager
import android.webkit.PermissionRequest
import android.webkit.ValueCallback
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebSettings
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts
import androidx.core.content.FileProvider
import org.json.JSONArray
import org.json.JSONObject
import java.io.ByteArrayOutputStream
import java.io.File
import java.time.LocalDate
import java.time.ZoneOffset

private const val ORIGIN = "https://app.example.com"
private typealias Answer = (String, JSONObject?) -> Unit

class MainActivity : ComponentActivity(), ShellWork {
    private lateinit var webView: WebView
    private var contact: Answer? = null
    private var photo: Pair<File, Answer>? = null
    private var files: ValueCallback<Array<Uri>>? = null

    private val contactPicker = registerForActivityResult(ActivityResultContracts.StartActivityForResult()) { result ->
        val answer = contact ?: return@registerForActivityResult
        contact = null
        val picked = result.data?.data
        if (result.resultCode != Activity.RESULT_OK || picked == null) answer("cancelled", null) else readContact(picked, answer)
    }
    private val camera = registerForActivityResult(ActivityResultContracts.TakePicture()) { isTaken ->
        val (file, answer) = photo ?: return@registerForActivityResult
        photo = null
        val jpeg = if (isTaken) smallJpeg(file) else null
        file.delete() // the photo stays nowhere on the phone
        when {
            !isTaken -> answer("cancelled", null)
            jpeg == null -> answer("failed", null)
            else -> answer("done", JSONObject().put("jpeg", Base64.encodeToString(jpeg, Base64.NO_WRAP)))
        }
    }
    private val filePicker = registerForActivityResult(ActivityResultContracts.GetContent()) { chosen ->
        files?.onReceiveValue(chosen?.let { arrayOf(it) })
        files = null
    }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        File(cacheDir, "lent").deleteRecursively() // whatever a crash left behind
        webView = WebView(this)
        webView.settings.apply {
            javaScriptEnabled = true
            domStorageEnabled = true
            allowFileAccess = false
            allowContentAccess = false
            mixedContentMode = WebSettings.MIXED_CONTENT_NEVER_ALLOW
            setGeolocationEnabled(false)
            setSupportMultipleWindows(false)
        }
        WebView.setWebContentsDebuggingEnabled(BuildConfig.DEBUG)
        webView.webViewClient = OwnPagesOnly()
        webView.webChromeClient = FilesOnly()
        val script = assets.open("shell.js").bufferedReader().use { it.readText() }
        ShellBridge(ORIGIN, this).install(webView, script, config())
        setContentView(webView)
        webView.loadUrl("$ORIGIN/home")
    }

    /** The two advertising ids would be added here, with advertisingConsent, only after the borrower has agreed in this app. */
    private fun config() = JSONObject()
        .put("appVersion", appVersion())
        .put("platform", "android")
        .put("subChannel", "shop-1")
        .put("features", JSONObject().put("pickContact", true).put("takePicture", true).put("addToCalendar", true).put("shareFile", true).put("keepBright", true).put("appVersion", true))

    override fun appVersion(): String = BuildConfig.VERSION_NAME

    /** Only of this window: leaving the app puts it back. */
    override fun keepBright(isBright: Boolean) {
        window.attributes = window.attributes.apply {
            screenBrightness = if (isBright) WindowManager.LayoutParams.BRIGHTNESS_OVERRIDE_FULL else WindowManager.LayoutParams.BRIGHTNESS_OVERRIDE_NONE
        }
    }

    /** The phone's own picker gives leave to read the one number that was chosen, and no more; no permission is asked for. */
    override fun pickContact(answer: Answer) {
        if (contact != null) return answer("failed", null)
        contact = answer
        try {
            contactPicker.launch(Intent(Intent.ACTION_PICK).setType(Phone.CONTENT_TYPE))
        } catch (_: ActivityNotFoundException) {
            contact = null
            answer("failed", null)
        }
    }

    private fun readContact(picked: Uri, answer: Answer) {
        val columns = arrayOf(Phone.DISPLAY_NAME, Phone.NUMBER)
        val data = try {
            contentResolver.query(picked, columns, null, null, null)?.use { row ->
                if (!row.moveToFirst()) null
                else JSONObject().put("name", row.getString(0).orEmpty()).put("numbers", JSONArray().put(row.getString(1).orEmpty()))
            }
        } catch (_: SecurityException) {
            return answer("denied", null)
        }
        if (data == null) answer("failed", null) else answer("done", data)
    }

    override fun takePicture(purpose: String, answer: Answer) {
        if (photo != null) return answer("failed", null)
        val file = File(File(cacheDir, "lent").apply { mkdirs() }, "$purpose.jpg")
        photo = file to answer
        try {
            camera.launch(FileProvider.getUriForFile(this, "$packageName.lent", file))
        } catch (_: ActivityNotFoundException) {
            photo = null
            answer("failed", null)
        } catch (_: SecurityException) {
            // Comes when the manifest declares CAMERA and the borrower has not allowed it.
            photo = null
            answer("denied", null)
        }
    }

    /** At most some 2000 px and 5 MB; decoding anew also leaves behind what the camera wrote beside the picture. Turn it by its EXIF first. */
    private fun smallJpeg(file: File): ByteArray? {
        val bounds = BitmapFactory.Options().apply { inJustDecodeBounds = true }
        BitmapFactory.decodeFile(file.path, bounds)
        var sample = 1
        while (maxOf(bounds.outWidth, bounds.outHeight) / sample > 2000) sample *= 2
        val bitmap = BitmapFactory.decodeFile(file.path, BitmapFactory.Options().apply { inSampleSize = sample }) ?: return null
        val out = ByteArrayOutputStream()
        bitmap.compress(Bitmap.CompressFormat.JPEG, 85, out)
        return out.toByteArray().takeIf { it.size <= 5 * 1024 * 1024 }
    }

    /** Opens the calendar's own form, already filled in: the borrower saves it there, so that no permission is needed. */
    override fun addToCalendar(title: String, day: String, note: String, answer: Answer) {
        try {
            val start = LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli()
            startActivity(
                Intent(Intent.ACTION_INSERT, CalendarContract.Events.CONTENT_URI)
                    .putExtra(CalendarContract.Events.TITLE, title)
                    .putExtra(CalendarContract.Events.DESCRIPTION, note)
                    .putExtra(CalendarContract.EXTRA_EVENT_ALL_DAY, true)
                    .putExtra(CalendarContract.EXTRA_EVENT_BEGIN_TIME, start),
            )
            answer("done", null)
        } catch (_: Exception) { // no calendar, or no such day
            answer("failed", null)
        }
    }

    /** In the cache, which the next start empties; a FileProvider lends it to the one program that is chosen. */
    override fun shareFile(name: String, mediaType: String, bytes: ByteArray, answer: Answer) {
        try {
            val file = File(File(cacheDir, "lent").apply { mkdirs() }, name).apply { writeBytes(bytes) }
            val lent = FileProvider.getUriForFile(this, "$packageName.lent", file)
            val send = Intent(Intent.ACTION_SEND).setType(mediaType).putExtra(Intent.EXTRA_STREAM, lent).addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION)
            startActivity(Intent.createChooser(send, null))
            answer("done", null)
        } catch (_: Exception) { // no room, or nobody takes it
            answer("failed", null)
        }
    }

    /** Our origin stays in here, a web, telephone or mail address goes to the phone, and all else goes nowhere. */
    private inner class OwnPagesOnly : WebViewClient() {
        override fun onPageStarted(view: WebView, url: String, favicon: Bitmap?) = keepBright(false)

        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            val url = request.url
            if ("${url.scheme}://${url.authority}" == ORIGIN) return false
            if (url.scheme in setOf("https", "tel", "mailto")) {
                try { startActivity(Intent(Intent.ACTION_VIEW, url)) } catch (_: ActivityNotFoundException) { /* nobody opens it */ }
            }
            return true
        }
    }

    /** Files are chosen by the phone's own picker; the page itself gets no camera, microphone or place. */
    private inner class FilesOnly : WebChromeClient() {
        override fun onPermissionRequest(request: PermissionRequest) = request.deny()

        override fun onShowFileChooser(view: WebView, chosen: ValueCallback<Array<Uri>>, wish: FileChooserParams): Boolean {
            files?.onReceiveValue(null)
            files = chosen
            filePicker.launch("image/*")
            return true
        }
    }
}
