// Settings of Node-RED without a tour of the program and without reports about its use.
module.exports = {
  uiHost: '127.0.0.1',
  telemetry: { enabled: false },
  editorTheme: { tours: false },
};
