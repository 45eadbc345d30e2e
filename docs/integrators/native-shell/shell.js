// What a host puts into the page before the page's own scripts run: window.SandaliShell, as docs/integrators/native-shell.md describes it. Both sample
// hosts use it as it stands, and so do the browser tests. The one word in double underscores is replaced by the configuration's JSON text,
// written as a JavaScript string.
(() => {
  // Our pages are in no frame, and a frame gets nothing.
  if (window.top !== window) return;
  const config = __CONFIG__;
  const shell = {
    onmessage: null,
    getConfig: () => config,
    postMessage(request) {
      const ios = window.webkit?.messageHandlers?.SandaliPort;
      if (ios) {
        ios.postMessage(request); // The host answers by calling SandaliShell.onmessage.
        return;
      }
      window.SandaliPort.onmessage = (event) => shell.onmessage?.(event);
      window.SandaliPort.postMessage(request);
    },
  };
  Object.defineProperty(window, 'SandaliShell', { value: shell });
})();
