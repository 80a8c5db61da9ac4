/// The script that a page loads: `counterpoint.js`, embedded when the package is built.
let clientScript = String(decoding: PackageResources.counterpoint_js, as: UTF8.self)
