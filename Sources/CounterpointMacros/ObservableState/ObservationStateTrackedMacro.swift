import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@ObservationStateTracked`: adds accessors that record reads and writes of a property, and its storage.
package enum ObservationStateTrackedMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension ObservationStateTrackedMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    // The peer role reports the errors.
    guard context.isInObservableState, let property = declaration.trackedProperty else { return [] }
    let makesRegistrar = node.arguments != nil
    return accessors(of: property, makesRegistrar: makesRegistrar).map { "\(raw: $0.joined(separator: "\n"))" }
  }

  private static func accessors(of property: StateProperty, makesRegistrar: Bool) -> [Lines] {
    let field = "_$Field.\(property.name.text)"
    let storage = property.storage
    let registrar = "_$observationRegistrar"
    let set: Lines =
      property.hasObservers
      ? [
        "var previous = \(storage)", "\(storage) = newValue",
        "\(registrar).set(&previous, to: \(storage), field: \(field))",
      ]
      : ["\(registrar).set(&\(storage), to: newValue, field: \(field))"]
    return [
      [
        "@storageRestrictions(initializes: \(storage)\(makesRegistrar ? ", \(registrar)" : ""))",
        "init(initialValue) {",
      ]
        + (["\(storage) = initialValue"]
        + (makesRegistrar ? ["\(registrar) = CounterpointCore.ObservationStateRegistrar()"] : [])).indented
        + ["}"],
      ["get {", "  \(registrar).access(\(field))", "  return \(storage)", "}"],
      ["set {"] + set.indented + ["}"],
      ["_modify {"] + edit(of: property).indented + ["}"],
    ]
  }

  /// Returns the body of `_modify`.
  ///
  /// `willSet` and `didSet` run for each access that could mutate the storage, so there must be only one. The
  /// mutation can't be in place anyway, because observers may read the old value. The result is the value that they
  /// leave in the storage, as in `set`.
  private static func edit(of property: StateProperty) -> Lines {
    let field = "_$Field.\(property.name.text)"
    let storage = property.storage
    guard property.hasObservers else {
      return [
        "let edit = _$observationRegistrar.willModify(&\(storage), field: \(field))",
        "defer {",
        "  _$observationRegistrar.didModify(&\(storage), edit, field: \(field))",
        "}",
        "yield &\(storage)",
      ]
    }
    return [
      "var value = \(storage)",
      "let edit = _$observationRegistrar.willModify(&value, field: \(field))",
      "defer {",
      "  \(storage) = value",
      "  value = \(storage)",
      "  _$observationRegistrar.didModify(&value, edit, field: \(field))",
      "}",
      "yield &value",
    ]
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard context.isInObservableState else {
      context.diagnose(Diagnostic(node: node, message: ObservableStateMessage.notInObservableState))
      return []
    }
    guard let property = declaration.trackedProperty else {
      context.diagnose(Diagnostic(node: node, message: ObservableStateMessage.notStored))
      return []
    }
    let storage = "@ObservationStateIgnored \(property.storageDeclaration(in: context))"
    // The bodies of observers are located one by one.
    return [property.hasObservers ? "\(raw: storage)" : context.located([storage], at: property.name)]
  }
}

extension DeclSyntaxProtocol {
  /// The property with `@ObservationStateTracked`; `nil` if it can't have accessors.
  fileprivate var trackedProperty: StateProperty? {
    guard let property = self.as(VariableDeclSyntax.self)?.stateProperties.first, property.kind == .tracked else {
      return nil
    }
    return property
  }
}

/// Expands `@ObservationStateIgnored` to nothing: it is a marker for `@ObservableState`.
package enum ObservationStateIgnoredMacro: MarkerMacro {}
