import SwiftSyntax

/// The members that `@ObservableState` adds to a struct: the registrar, the field numbers, and the storage of each
/// field.
struct ObservableStruct {
  let declaration: StructDeclSyntax
  /// The requested protocols to which the struct doesn't conform.
  let missingConformances: [TypeSyntax]
  /// The access modifier of the implementation of a public protocol.
  let access: String
  /// All stored properties.
  let properties: [Conditional<StateProperty>]
  /// The observed properties. A field is numbered by its position here.
  let fields: [Conditional<StateProperty>]
  /// Whether the struct is generic over a pack, or inside of such a type.
  private let hasPack: Bool
  /// `nonisolated ` if the struct is, because an extension has the default isolation of the module.
  let isolation: String

  /// - Parameters:
  ///   - declaration: The struct.
  ///   - missingConformances: The protocols that the compiler requests.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  init(_ declaration: StructDeclSyntax, missingConformances: [TypeSyntax] = [], lexicalContext: [Syntax] = []) {
    self.declaration = declaration
    self.missingConformances = missingConformances
    self.access = declaration.accessForMembers(in: lexicalContext)
    self.properties = [Conditional<StateProperty>](in: declaration.memberBlock.members)
    self.fields = properties.filter(\.isObserved)
    let types = [Syntax(declaration)] + lexicalContext
    self.hasPack = types.contains(where: \.hasPack)
    self.isolation = types.isNonisolated ? "nonisolated " : ""
  }

  /// The property whose init accessor creates the registrar.
  ///
  /// A property that an init accessor initializes is not a parameter of the memberwise initializer. So the registrar
  /// can be private, and `State.init(count:)` has only the user's parameters. The property must not be inside `#if`.
  /// A property with an initial value is preferred, because otherwise user-defined initializers would create a
  /// second registrar.
  private var registrarMaker: StateProperty? {
    let members = declaration.memberBlock.members
    guard let maker = Self.likelyRegistrarMaker(in: members), !members.declareRegistrar else { return nil }
    return maker
  }

  /// Returns whether a property creates the registrar.
  ///
  /// The compiler asks for each property, with all members, so the other members are not read if possible.
  static func makesRegistrar(_ property: StateProperty, in members: MemberBlockItemListSyntax) -> Bool {
    likelyRegistrarMaker(in: members)?.identifier == property.identifier && !members.declareRegistrar
  }

  /// Returns the ``registrarMaker`` of a struct that doesn't declare a registrar.
  private static func likelyRegistrarMaker(in members: MemberBlockItemListSyntax) -> StateProperty? {
    let variables = members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let initialized = variables.filter { $0.bindings.first?.initializer != nil }
    return initialized.compactMap(\.implicitlyTracked).first ?? variables.compactMap(\.implicitlyTracked).first
  }

  /// The members to add, in order, without those that the struct already declares.
  var members: [Lines] {
    let existing = declaration.memberBlock.members.declaredNames
    let members: [(name: String, lines: Lines)] = [
      ("_$Field", numbers),
      ("_$observationRegistrar", registrar),
      ("_$fields", fieldList),
      ("_$id", ["public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }"]),
      ("_$willModify", ["public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }"]),
    ]
    return members.filter { !$0.lines.isEmpty && !existing.contains($0.name) }.map(\.lines)
      + [codingKeys].filter { !$0.isEmpty }
  }

  /// The field numbers, counted across all branches of each `#if`. Accessors refer to them, because the accessor
  /// macro sees only its own property. The type is a struct, because an enum can't be inside a type with a type pack.
  private var numbers: Lines {
    guard !fields.isEmpty else { return [] }
    var count = 0
    let lines = render(fields) { field in
      defer { count += 1 }
      return ["static var \(field.name.text): Int { \(count) }"]
    }
    return ["private nonisolated struct _$Field {"] + lines.flatMap { $0 }.indented + ["}"]
  }

  private var registrar: Lines {
    let access = registrarMaker == nil ? "" : "private "
    return [
      "@ObservationStateIgnored",
      "\(access)nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()",
    ]
  }

  /// The function that lists the fields with their stored properties.
  private var fieldList: Lines {
    // A property that may be unavailable can't be named here, and a deprecated one would cause a warning.
    let known = fields.filter { !$0.declaration.attributes.contains(["available"]) }
    // Swift 6.3.1 makes key paths into a type with a pack that end the program. Without a list, reducers of a part of
    // the state copy it.
    guard !known.isEmpty, !hasPack else { return [] }
    // `Self` avoids type inference, which would report an unknown type here too.
    let lines = render(known) { field in
      let isPresented = field.kind == .presented
      let arguments =
        "_$Field.\(field.name.text), stored: \\Self.\(field.storage), registrar: \\Self._$observationRegistrar"
      let path = isPresented ? "$" + field.identifier : field.name.text
      return ["if case \\Self.\(path) = fields { fields.addNamed(\(arguments)) }"]
        + (isPresented ? ["if case \\Self.\(field.name.text) = fields { fields.addPresented(\(arguments)) }"] : [])
    }
    let header = "public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {"
    return [header] + lines.flatMap { $0 }.indented + ["}"]
  }
}

extension Syntax {
  /// Whether it declares a type that is generic over a pack.
  fileprivate var hasPack: Bool {
    let parameters = asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
    return parameters?.contains { $0.firstToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.each) } ?? false
  }
}

extension [Syntax] {
  /// Whether a declaration is nonisolated, explicitly or because it is inside such a type, and not on a global actor.
  ///
  /// The first element is the declaration, the others enclose it, innermost first.
  fileprivate var isNonisolated: Bool {
    for group in compactMap({ $0.asProtocol((any DeclGroupSyntax).self) }) {
      if group.modifiers.contains(.nonisolated) { return true }
      if group.attributes.unconditional.contains(where: { $0.unqualifiedName.hasSuffix("Actor") }) { return false }
    }
    return false
  }
}

extension VariableDeclSyntax {
  /// The property that the macro makes observable; `nil` if the user's attribute does it, or nothing.
  fileprivate var implicitlyTracked: StateProperty? {
    guard let property = stateProperties.first, property.kind == .tracked,
      !attributes.contains(["ObservationStateTracked"])
    else { return nil }
    return property
  }
}

extension MemberBlockItemListSyntax {
  /// Whether the user declares the registrar.
  fileprivate var declareRegistrar: Bool { declaredNames.contains("_$observationRegistrar") }
}
