import Foundation
import PackagePlugin

/// The targets of a package, for the command that a plug-in runs. `FeatureTools` decodes it.
///
/// The other plug-in has a symbolic link to this file, because plug-ins can't share a module.
struct PackageInventory: Encodable {
  struct Target: Encodable {
    var name: String
    var folder: String
    var isTest: Bool
    var isExported: Bool
    var files: [String]
    var dependencies: [String]
  }

  var root: String
  var targets: [Target]

  init(_ package: Package) {
    let libraries = package.products.compactMap { $0 as? LibraryProduct }
    let exported = Set(libraries.flatMap(\.targets).map(\.name))
    root = package.directoryURL.path(percentEncoded: false)
    if root.count > 1, root.hasSuffix("/") { root.removeLast() }
    targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.map { target in
      var folder = target.directoryURL.path(percentEncoded: false)
      if folder.hasSuffix("/") { folder.removeLast() }
      return Target(
        name: target.name,
        folder: folder,
        isTest: target.kind == .test,
        isExported: exported.contains(target.name),
        files: target.sourceFiles.filter { $0.type == .source }.map { $0.url.path(percentEncoded: false) },
        dependencies: target.dependencies.map { dependency in
          switch dependency {
          case .target(let target): target.name
          case .product(let product): product.name
          @unknown default: ""
          }
        }
      )
    }
  }

  /// Runs a command of `FeatureCommand` on the package.
  ///
  /// - Parameters:
  ///   - command: The name of the command.
  ///   - arguments: The arguments of the user.
  ///   - context: The context of the plug-in.
  /// - Returns: The exit status, and what the command has written to its standard error.
  static func run(_ command: String, _ arguments: [String], in context: PluginContext) throws
    -> (status: Int32, errors: String)
  {
    let file = context.pluginWorkDirectoryURL.appending(path: "package.json")
    try JSONEncoder().encode(PackageInventory(context.package)).write(to: file)
    let process = Process()
    process.executableURL = try context.tool(named: "FeatureCommand").url
    process.arguments = [command, "--package", file.path(percentEncoded: false)] + arguments
    // SwiftPM shows the messages of a plug-in before the output of a process that the plug-in has started.
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
