import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclGroupSyntax {
  /// Returns the errors in a type with `@ObservableState`.
  ///
  /// - Parameter attribute: The macro's attribute.
  func observableStateDiagnostics(of attribute: AttributeSyntax) -> [Diagnostic] {
    if self.is(StructDeclSyntax.self) {
      memberBlock.members.variables.flatMap { $0.attributes.wrongAttributes + $0.unobservableShapeDiagnostics }
        + hiddenProperties
    } else if self.is(EnumDeclSyntax.self) {
      []
    } else {
      [notAValue(attribute)]
    }
  }

  /// Notes about properties of a `State` that a member of its store hides.
  private var hiddenProperties: [Diagnostic] {
    guard self.as(StructDeclSyntax.self)?.name.text == "State" else { return [] }
    return memberBlock.members.variables.filter(\.isInstance).flatMap(\.bindings).compactMap { binding in
      guard let name = binding.name?.unquoted, Self.storeMembers.contains(name) else { return nil }
      return Diagnostic(node: binding.pattern, message: ObservableStateMessage.hidden(name))
    }
  }

  /// The names of the members of a store.
  private static var storeMembers: Set<String> {
    ["case", "debugDescription", "hashValue", "ref", "scope", "send", "state", "states", "view", "withState"]
  }

  private func notAValue(_ attribute: AttributeSyntax) -> Diagnostic {
    let type = asProtocol((any NamedDeclSyntax).self)?.name.text
    let extended = self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let message = ObservableStateMessage.notAValue(keyword: introducer.text, name: type ?? extended ?? "_")
    // Only for a class is there another macro to suggest.
    let fixIts = self.is(ClassDeclSyntax.self) ? [attribute.renaming(to: "Observable")] : []
    return Diagnostic(node: introducer, message: message, fixIts: fixIts)
  }
}

extension AttributeListSyntax {
  /// The errors about attributes of other macros that have an equivalent here.
  fileprivate var wrongAttributes: [Diagnostic] {
    let uses = [
      ("ObservationIgnored", "ObservationStateIgnored"),
      ("ObservationTracked", "ObservationStateTracked"),
      ("PresentationState", "Presents"),
    ]
    return uses.flatMap { wrong, right in
      named([wrong]).map { attribute in
        Diagnostic(
          node: attribute,
          message: ObservableStateMessage.wrongAttribute(wrong, use: right),
          fixIts: [attribute.renaming(to: right)]
        )
      }
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the property can have accessors.
  var isObservable: Bool { unobservableShape == nil }

  fileprivate var unobservableShapeDiagnostics: [Diagnostic] {
    guard
      isInstance, !isConstant, !hasModifier(.lazy), !attributes.contains(StateAttributes.untracked),
      bindings.contains(where: \.isStored), let shape = unobservableShape
    else { return [] }
    let fixIt = shape.message == .severalInOneDeclaration ? splitting : ignoring
    return [Diagnostic(node: shape.node, message: shape.message, fixIts: [fixIt])]
  }

  private var unobservableShape: (node: Syntax, message: ObservableStateMessage)? {
    if let tuple = bindings.first(where: { $0.name == nil }) {
      return (Syntax(tuple.pattern), .tuple)
    }
    if bindings.count > 1 {
      let second = bindings[bindings.index(after: bindings.startIndex)]
      return (Syntax(second.pattern), .severalInOneDeclaration)
    }
    guard let binding = bindings.first, let name = binding.name else { return nil }
    if let ownership = modifiers.first(where: { [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind) }) {
      return (Syntax(ownership), .weak(keyword: ownership.name.text, name: name.text))
    }
    if let opaque = binding.typeAnnotation?.type.opaqueType {
      return (Syntax(opaque), .opaque(name: name.text))
    }
    if binding.typeAnnotation?.type.isMadeOfPack == true {
      // At the name, because the compiler finds no place in the file for a node of a pack.
      return (Syntax(binding.pattern), .pack(name: name.text))
    }
    if !attributes.contains(["ObservationStateTracked", "Presents"]), let wrapper = attributes.propertyWrapper {
      return (Syntax(wrapper), .wrapped(name: name.text, wrapper: wrapper.unqualifiedName))
    }
    return nil
  }

  /// A fix-it that adds `@ObservationStateIgnored`.
  private var ignoring: FixIt {
    var ignored = self
    ignored.leadingTrivia = []
    ignored.attributes.insert(
      .attribute(("@ObservationStateIgnored" as AttributeSyntax).with(\.trailingTrivia, .space)),
      at: ignored.attributes.startIndex
    )
    ignored.leadingTrivia = leadingTrivia
    return FixIt(
      message: FixItText("Add '@ObservationStateIgnored'", domain: "Counterpoint", id: "addIgnored"),
      changes: [.replace(oldNode: Syntax(self), newNode: Syntax(ignored))]
    )
  }

  /// A fix-it that gives each property its own declaration: `var a, b: Int` becomes `var a: Int` and `var b: Int`.
  private var splitting: FixIt {
    var annotation: TypeAnnotationSyntax?
    var single: [VariableDeclSyntax] = []
    for var binding in bindings.reversed() {
      if binding.typeAnnotation == nil, binding.initializer == nil {
        binding.pattern.trailingTrivia = []
        binding.typeAnnotation = annotation
      } else {
        annotation = binding.initializer == nil ? binding.typeAnnotation : nil
      }
      binding.trailingComma = nil
      var declaration = self
      declaration.bindings = [binding.trimmed]
      single.append(declaration.trimmed)
    }
    let indentation = leadingTrivia.indentationOfLastLine
    let declarations = single.reversed().map(\.description).joined(separator: "\n\(indentation)")
    let split: DeclSyntax = "\(leadingTrivia)\(raw: declarations)\(trailingTrivia)"
    return FixIt(
      message: FixItText("Declare each property separately", domain: "Counterpoint", id: "split"),
      changes: [.replace(oldNode: Syntax(self), newNode: Syntax(split))]
    )
  }
}

extension Trivia {
  /// The whitespace at the end of the trivia, which indents the following token.
  fileprivate var indentationOfLastLine: String {
    description.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}

extension TypeSyntax {
  /// Whether it is a tuple of a pack, or a function of one. Swift 6.3.1 crashes on accessors of such a property.
  fileprivate var isMadeOfPack: Bool {
    let type = self.as(OptionalTypeSyntax.self)?.wrappedType ?? self
    let elements = type.function?.parameters ?? self.as(TupleTypeSyntax.self)?.elements ?? []
    return elements.contains { $0.type.is(PackExpansionTypeSyntax.self) }
  }
}

extension TypeSyntax {
  /// The `some P` in the type, if there is one.
  fileprivate var opaqueType: SomeOrAnyTypeSyntax? {
    tokens(viewMode: .sourceAccurate).lazy
      .filter { $0.tokenKind == .keyword(.some) }
      .compactMap { $0.parent?.as(SomeOrAnyTypeSyntax.self) }
      .first
  }
}

extension AttributeListSyntax {
  /// The first attribute that is probably a property wrapper: its name is that of a type, and not of a global actor or
  /// a macro of the library.
  ///
  /// A macro can't look up the attribute. A property with another library's macro needs `@ObservationStateTracked`.
  var propertyWrapper: AttributeSyntax? {
    unconditional.first { attribute in
      let name = attribute.unqualifiedName
      return name.first?.isUppercase == true && !name.hasSuffix("Actor")
        && !["ObservationStateIgnored", "ObservationStateTracked", "Presents"].contains(name)
    }
  }
}

/// The errors of `@ObservableState` and `@ObservationStateTracked`.
enum ObservableStateMessage: DiagnosticMessage, Equatable {
  case notAValue(keyword: String, name: String)
  case wrongAttribute(String, use: String)
  case severalInOneDeclaration
  case tuple
  case weak(keyword: String, name: String)
  case opaque(name: String)
  case pack(name: String)
  case wrapped(name: String, wrapper: String)
  case notStored
  case notInObservableState
  case withoutKey(name: String, type: String)
  case hidden(String)

  var message: String {
    switch self {
    case .notAValue(let keyword, let name):
      "'@ObservableState' cannot be applied to \(keyword) type '\(name)': state is a struct or an enum"
    case .wrongAttribute(let wrong, let right):
      "'@\(wrong)' cannot be used inside '@ObservableState'; use '@\(right)'"
    case .severalInOneDeclaration:
      "'@ObservableState' needs a separate declaration for each property"
    case .tuple:
      "'@ObservableState' cannot observe properties that are declared as a tuple"
    case .weak(let keyword, let name):
      "'@ObservableState' cannot observe the \(keyword) property '\(name)': its deallocation notifies no observers"
    case .opaque(let name):
      "'@ObservableState' cannot observe '\(name)', whose type is opaque"
    case .pack(let name):
      "'@ObservableState' cannot observe '\(name)', whose type is made of a parameter pack; put it into a struct"
    case .wrapped(let name, let wrapper):
      "'@ObservableState' cannot observe '\(name)', which '@\(wrapper)' wraps: write '@ObservationStateIgnored' before it, "
        + "or give it the type '\(wrapper)'; if '@\(wrapper)' is a macro, write '@ObservationStateTracked'"
    case .notStored:
      "'@ObservationStateTracked' needs a stored instance 'var'"
    case .notInObservableState:
      "'@ObservationStateTracked' needs '@ObservableState' on the struct around it"
    case .withoutKey(let name, let type):
      "'\(type)' cannot be decoded: 'CodingKeys' has no case '\(name)', and the property has no default value"
    case .hidden(let name):
      "'store.\(name)' is a member of the store and not this property; read it with 'store.state.\(name)'"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .notAValue: "notAValue"
      case .wrongAttribute: "wrongAttribute"
      case .severalInOneDeclaration: "severalInOneDeclaration"
      case .tuple: "tuple"
      case .weak: "weak"
      case .opaque: "opaque"
      case .pack: "pack"
      case .wrapped: "wrapped"
      case .notStored: "notStored"
      case .notInObservableState: "notInObservableState"
      case .withoutKey: "withoutKey"
      case .hidden: "hidden"
      }
    return MessageID(domain: "ObservableState", id: id)
  }

  var severity: DiagnosticSeverity {
    // Not a warning: only another name would silence it.
    if case .hidden = self { .note } else { .error }
  }
}
