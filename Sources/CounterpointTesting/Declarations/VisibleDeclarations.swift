import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
import Foundation

/// The types and properties that the source at a location can name.
///
/// Reflection shows the parts of a value, but not whether source can access them: neither access levels nor
/// initializers are known at run time. They are read from the source files.
struct VisibleDeclarations {
  /// The file of the source; `nil` for a new file.
  private let file: String?
  private let line: Int
  private let module: String
  private let imports: [String: Bool]
  private let sources: [SourceFiles]

  /// Creates the declarations that a call can name; fails if its file can't be read, because the test runs on another
  /// machine.
  init?(at location: SourceLocation) {
    self.init(at: location, file: "\(location.filePath)")
  }

  /// Creates the declarations that a new file can name, in the module of a call and with the imports of its file.
  init?(inNewFileBeside location: SourceLocation) {
    self.init(at: location, file: nil)
  }

  private init?(at location: SourceLocation, file: String?) {
    let path = "\(location.filePath)"
    sources = SourceFiles.around(path)
    guard let parser = sources.first?.parsed(path) else { return nil }
    self.file = file
    line = Int(location.line)
    module = String("\(location.fileID)".prefix { $0 != "/" })
    imports = parser.imports
  }

  /// Returns whether the file imports a module so that its internal declarations are visible.
  func isTestable(_ module: String) -> Bool { imports[module] == true }

  /// Whether the source can name the types of Foundation. A new file imports it if it has to.
  var hasFoundation: Bool {
    file == nil || ["Foundation", "FoundationEssentials", "XCTest"].contains { imports[$0] != nil }
  }

  /// Returns the declaration of a type; `nil` if the type is not visible, or its source is unknown.
  func declaration(of type: Any.Type) -> TypeDeclaration? {
    let name = TypeName(type)
    let declarations = declarations(named: name).filter { declaration in
      if let function = declaration.function, file != declaration.file || !function.contains(line) { return false }
      return declaration.visibilities.allSatisfy { isVisible($0, declaration, in: name.module) }
    }
    // Conditional compilation can declare a type twice.
    return declarations.count == 1 ? declarations[0] : nil
  }

  private func declarations(named name: TypeName) -> [TypeDeclaration] {
    if name.isPrivate {
      guard let file, let types = sources.first?.parsed(file)?.types else { return [] }
      // The name of a local type can contain those of the types around its function.
      return types.filter { $0.function == nil ? $0.path == name.path : name.path.hasSuffix($0.path) }
    }
    for sources in sources {
      let declarations = sources.declarations(of: name.path, in: name.module)
      if !declarations.isEmpty { return declarations }
    }
    return []
  }

  /// Returns whether the source can name a type.
  func canName(_ type: Any.Type) -> Bool {
    let name = TypeName(type)
    if name.module == "Swift" || declaration(of: type) != nil { return true }
    guard declarations(named: name).isEmpty else { return false }
    // A type of a library whose source is elsewhere is public, because a value of it is known here.
    return isGenerated(name) || !name.isPrivate && name.module != module && imports[name.module] != nil
  }

  /// Returns whether a macro has generated a type inside of a visible one, as `@Reducer` does for an enum.
  private func isGenerated(_ name: TypeName) -> Bool {
    var outer = name
    guard outer.path.popLast() != nil, !outer.path.isEmpty else { return false }
    let declarations = declarations(named: outer)
    return declarations.count == 1
      && declarations[0].visibilities.allSatisfy { isVisible($0, declarations[0], in: name.module) }
  }

  /// Returns whether a member of a visible type is visible.
  func isVisible(_ visibility: Visibility, of declaration: TypeDeclaration, _ type: Any.Type) -> Bool {
    isVisible(visibility, declaration, in: TypeName(type).module)
  }

  private func isVisible(_ visibility: Visibility, _ declaration: TypeDeclaration, in module: String) -> Bool {
    switch visibility.level {
    case .open, .public: module == self.module || imports[module] != nil
    case .package: module == self.module || imports[module] != nil
    case .internal: module == self.module || isTestable(module)
    case .fileprivate: file == declaration.file
    case .private: file == declaration.file && visibility.lines?.contains(line) != false
    }
  }
}

extension VisibleDeclarations {
  /// Returns whether source can assign a property of a value.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - isReference: Whether only the property's reference is used, as for shared values.
  ///   - type: The type of the value.
  func canEdit(_ name: String, isReference: Bool, of type: Any.Type) -> Bool {
    guard let declaration = declaration(of: type),
      let property = declaration.properties.first(where: { $0.name == name })
    else { return false }
    if isReference { return isVisible(property.reading, of: declaration, type) }
    return !property.isConstant && !property.isLazy && isVisible(property.writing, of: declaration, type)
      && isVisible(property.reading, of: declaration, type)
  }
}

/// The parts of a type's name.
private struct TypeName {
  let module: String
  /// The names of the type and of the types that it is nested in, without generic arguments.
  var path: [String]
  /// Whether the type, or one that it is nested in, is private to its file or local to a function.
  let isPrivate: Bool

  init(_ type: Any.Type) {
    var name = String(reflecting: type)
    let unknown = "(unknown context at "
    isPrivate = name.contains(unknown)
    while let start = name.range(of: unknown), let end = name.range(of: ").", range: start.upperBound..<name.endIndex) {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    var ownModule: String?
    let ofExtension = "(extension in "
    if name.hasPrefix(ofExtension), let end = name.range(of: "):") {
      ownModule = String(name[..<end.lowerBound].dropFirst(ofExtension.count))
      name.removeSubrange(..<end.upperBound)
    }
    // Without generic arguments, which can contain dots.
    var depth = 0
    let plain = name.filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
    let parts = plain.split(separator: ".").map(String.init)
    module = ownModule ?? parts.first ?? ""
    path = Array(parts.dropFirst())
  }
}

extension [String] {
  fileprivate func hasSuffix(_ other: [String]) -> Bool { suffix(other.count) == other[...] }
}
