import SwiftSyntax

/// A stored property of each value of a state.
struct StateProperty {
  /// How reads and writes of a property are observed.
  enum Kind {
    /// By the accessors of `@ObservationStateTracked`.
    case tracked
    /// By the accessors of `@Presents`.
    case presented
    /// Not at all, or by something else: a constant, what is ignored, what has a property wrapper.
    case untracked
  }

  /// The name as it is written, back-ticks included.
  let name: TokenSyntax
  let kind: Kind
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax

  /// The name without back-ticks.
  var identifier: String { name.unquoted }

  /// Whether its accessors tell who reads and writes it.
  var isObserved: Bool { kind != .untracked }

  /// The name of the stored property behind it.
  var storage: String { kind == .untracked ? name.text : ("_" + identifier).quotedIfNeeded }

  /// Whether `willSet` or `didSet` stands behind it.
  var hasObservers: Bool { binding.accessorBlock != nil }

  /// The attributes that leave a property alone: `@ObservationStateIgnored`, and the wrappers that tell who reads them
  /// themselves. The others are mistakes, and reported.
  static let untrackedNames: Set<String> = [
    "ObservationStateIgnored", "Shared", "SharedReader", "Fetch", "FetchAll", "FetchOne",
    "ObservationIgnored", "ObservationTracked", "PresentationState",
  ]
}

extension VariableDeclSyntax {
  /// The stored properties of each value that it declares, without those that a macro wrote.
  ///
  /// `lazy` ones are left alone: reading one changes the value, so that nobody can read it through a store.
  var stateProperties: [StateProperty] {
    guard isInstance else { return [] }
    return bindings.compactMap { binding in
      guard let name = binding.name, !name.text.hasPrefix("_$"), binding.isStored else { return nil }
      return StateProperty(name: name, kind: stateKind, declaration: self, binding: binding)
    }
  }

  private var stateKind: StateProperty.Kind {
    if isConstant || hasModifier(.lazy) || attributes.contains(StateProperty.untrackedNames) { return .untracked }
    if attributes.contains(["Presents"]) {
      // Where there can be no accessors, `@Presents` says so.
      return (try? PresentedProperty(self)) == nil ? .untracked : .presented
    }
    return hasShapeToObserve ? .tracked : .untracked
  }
}

extension [Conditional<StateProperty>] {
  /// The stored properties in the body of a struct, in the order of their declaration.
  init(in members: MemberBlockItemListSyntax) {
    self = members.flatMap { member -> [Conditional<StateProperty>] in
      if let declaration = member.decl.as(VariableDeclSyntax.self) {
        return declaration.stateProperties.map { .always($0) }
      }
      if let block = member.decl.as(IfConfigDeclSyntax.self) {
        let properties = Conditional<StateProperty>(block) { elements in
          if case .decls(let members) = elements { Self(in: members) } else { [] }
        }
        return properties.map { [$0] } ?? []
      }
      return []
    }
  }
}
