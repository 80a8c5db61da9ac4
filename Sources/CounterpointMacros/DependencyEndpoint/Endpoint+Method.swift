import SwiftParser
import SwiftSyntax

// The method that calls an endpoint with argument labels, which closures don't have.
extension Endpoint {
  /// Whether there is a method: a parameter has a label, or the attribute gives another name. Otherwise it would
  /// equal the property.
  var hasMethod: Bool {
    function.parameters.contains { $0.label != nil } || (methodName.map { $0 != name.unquoted } ?? false)
  }

  /// The name given by `method:`, if it is valid.
  var methodName: String? {
    methodArgument?.staticString.flatMap { $0.isValidSwiftIdentifier(for: .memberAccess) ? $0 : nil }
  }

  /// The method, with the documentation, the access level and the isolation of the property.
  var method: Lines {
    let function = self.function
    let result = function.returnClause.type.isVoid ? nil : function.returnClause.trimmedDescription
    let parameters = zip(function.parameters, argumentNames).map { parameter, name in
      let label = parameter.label ?? "_"
      return "\(name == label ? name : "\(label) \(name)"): \(parameter.type.trimmedDescription)"
    }
    let title = methodName.map(\.quotedIfNeeded) ?? name.text
    let header: [String?] = [
      "\(modifiers)func \(title)(\(parameters.joined(separator: ", ")))",
      function.effectSpecifiers?.trimmedDescription,
      result,
    ]
    return declaration.documentation + attributes
      + [header.compactMap { $0 }.joined(separator: " ") + " {", "  \(call)", "}"]
  }

  private var call: String {
    let arguments = zip(function.parameters, argumentNames).map { $0.argument(named: $1) }
    let effects = function.effectSpecifiers
    let prefix = [
      effects?.throwsClause?.canThrow == true ? "try" : nil,
      effects?.asyncSpecifier != nil ? "await" : nil,
    ]
    // Calls the storage, because a method with the property's name and without labels would call itself.
    let call = "self.\(storageName)(\(arguments.joined(separator: ", ")))"
    if isRecorded { return recorded(call) }
    return (prefix + [call]).compactMap { $0 }.joined(separator: " ")
  }

  /// A name for each argument: its label if that is a valid variable name, otherwise `p0`, `p1`…
  private var argumentNames: [String] {
    let numbered = (0..<function.parameters.count).map { "p\($0)" }
    let names = zip(function.parameters, numbered).map { parameter, numbered in
      parameter.label.flatMap { $0.isValidSwiftIdentifier(for: .variableName) ? $0 : nil } ?? numbered
    }
    return Set(names).count == names.count ? names : numbered
  }

  private var modifiers: String {
    let isNonisolated = declaration.modifiers.contains {
      $0.name.tokenKind == .keyword(.nonisolated) && $0.detail == nil
    }
    let specifiers = type.functionSpecifiers
    // If the closure isn't `Sendable`, the method has to stay on the actor of the property, if any.
    let isOnCallersActor = !specifiers.isEmpty && type.functionAttributes.contains { $0.unqualifiedName == "Sendable" }
    let isolation = isOnCallersActor ? specifiers + " " : isNonisolated ? "nonisolated " : ""
    return declaration.modifiers.accessLevel.prefix + isolation
  }

  /// The attribute that isolates the closure, and the attributes of the property except those of this macro.
  private var attributes: Lines {
    let ofTypes: Set = ["Sendable", "concurrent", "convention", "escaping", "isolated"]
    let isolation = type.functionAttributes.filter { !ofTypes.contains($0.unqualifiedName) }.map(\.trimmedDescription)
    let others = declaration.attributes.lines { attribute in
      !["DependencyEndpoint", "DependencyEndpointIgnored"].contains(attribute.unqualifiedName)
        && !(Self.hiding + isolation).contains(attribute.trimmedDescription)
    }
    return others + isolation
  }

  /// The attributes that make editors complete the method instead of the property.
  static let hiding = ["iOS", "macOS", "tvOS", "visionOS", "watchOS"].map { platform in
    #"@available(\#(platform), deprecated: 9999, message: "Call the method; override the property.")"#
  }
}

// The arguments with which a method forwards its call.

extension TupleTypeElementSyntax {
  /// The label in `(_ label: Int)`: the method has it, the closure hasn't.
  var label: String? { secondName?.text }

  /// Returns the argument that forwards the parameter with this name.
  func argument(named name: String) -> String {
    if type.is(PackExpansionTypeSyntax.self) { return "repeat each \(name)" }
    guard let type = type.as(AttributedTypeSyntax.self) else { return name }
    let specifiers = type.specifiers.compactMap { $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind }
    if specifiers.contains(.keyword(.inout)) { return "&\(name)" }
    guard type.attributes.contains(["autoclosure"]) else { return name }
    let effects = type.baseType.function?.effectSpecifiers
    let prefix =
      (effects?.throwsClause?.canThrow == true ? "try " : "") + (effects?.asyncSpecifier != nil ? "await " : "")
    return "\(prefix)\(name)()"
  }
}

extension ThrowsClauseSyntax {
  /// Whether it can throw an error, which is not the case for `throws(Never)`.
  var canThrow: Bool {
    !["Never", "Swift.Never"].contains(type?.trimmedDescription)
  }
}

extension DeclSyntaxProtocol {
  /// The lines of the documentation comment of the declaration, in either style (`///` or `/** */`).
  var documentation: Lines {
    leadingTrivia.flatMap { piece -> Lines in
      switch piece {
      case .docLineComment(let text): [text]
      case .docBlockComment(let text): text.linesWithoutCommonIndentation
      default: []
      }
    }
  }
}
