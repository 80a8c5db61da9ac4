import SwiftSyntax

/// What `@ObservableState` writes into a struct: the registrar, a number for each observed field, and where each is stored.
struct ObservableStruct {
  let declaration: StructDeclSyntax
  /// The protocols that the compiler asked about and that the struct doesn't conform to.
  let missingConformances: [TypeSyntax]
  /// What an implementation of a public protocol begins with.
  let access: String
  /// All stored properties.
  let properties: [Conditional<StateProperty>]
  /// Those that are observed; a field's number is its place here.
  let fields: [Conditional<StateProperty>]

  /// - Parameters:
  ///   - declaration: The struct.
  ///   - missingConformances: The protocols that the compiler asked about.
  ///   - lexicalContext: What stands around the struct, from the inside out.
  init(_ declaration: StructDeclSyntax, missingConformances: [TypeSyntax] = [], lexicalContext: [Syntax] = []) {
    self.declaration = declaration
    self.missingConformances = missingConformances
    self.access = declaration.accessForMembers(in: lexicalContext)
    self.properties = [Conditional<StateProperty>](in: declaration.memberBlock.members)
    self.fields = properties.filter(\.isObserved)
  }

  /// The property whose init accessor makes the registrar.
  ///
  /// What an init accessor makes is no parameter of the memberwise initialiser. So the registrar can be private, and
  /// `State.init(count:)` has the parameters that people see. The property must be there under all conditions; one with an
  /// initial value is better, because initialisers that are written by hand would make a second registrar for another.
  var registrarMaker: StateProperty? {
    guard !declaration.memberBlock.members.declaredNames.contains("_$observationRegistrar") else { return nil }
    let candidates =
      fields
      .compactMap { $0.isConditional ? nil : $0.elements.first }
      .filter { $0.kind == .tracked && !$0.declaration.attributes.contains(["ObservationStateTracked"]) }
    return candidates.first { $0.binding.initializer != nil } ?? candidates.first
  }

  /// The members that the struct gets, in order, without those that it declares itself.
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

  /// The numbers of the fields, counted across all branches of each `#if`: accessors name the number, because their macro
  /// sees no other property than its own.
  private var numbers: Lines {
    guard !fields.isEmpty else { return [] }
    var count = 0
    let lines = render(fields) { field in
      defer { count += 1 }
      return ["static var \(field.name.text): Int { \(count) }"]
    }
    return ["private nonisolated enum _$Field {"] + lines.flatMap { $0 }.indented + ["}"]
  }

  private var registrar: Lines {
    let access = registrarMaker == nil ? "" : "private "
    return [
      "@ObservationStateIgnored",
      "\(access)nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()",
    ]
  }

  /// The function that lists the fields with the stored property behind each.
  private var fieldList: Lines {
    // A property that may be unavailable can't be named here; a deprecated one would give a warning.
    let known = fields.filter { !$0.declaration.attributes.contains(["available"]) }
    guard !known.isEmpty else { return [] }
    // With `Self`, which nothing has to be inferred for: else a type that does not exist gives errors here too.
    let lines = render(known) { field in
      let isPresented = field.kind == .presented
      let arguments =
        "_$Field.\(field.name.text), stored: \\Self.\(field.storage), registrar: \\Self._$observationRegistrar"
      let path = isPresented ? "$" + field.identifier : field.name.text
      return ["if case \\Self.\(path) = fields { fields.addNamed(\(arguments)) }"]
        + (isPresented ? ["if case \\Self.\(field.name.text) = fields { fields.addPresented(\(arguments)) }"] : [])
    }
    let header = "public nonisolated static func _$fields(_ fields: CounterpointCore.ObservedFields<Self>) {"
    return [header] + lines.flatMap { $0 }.indented + ["}"]
  }
}

extension MemberBlockItemListSyntax {
  /// The names of the types, properties and functions that are declared here under no condition.
  var declaredNames: Set<String> {
    Set(
      flatMap { member -> [String] in
        if let variable = member.decl.as(VariableDeclSyntax.self) {
          variable.bindings.compactMap { $0.name?.unquoted }
        } else if let named = member.decl.asProtocol((any NamedDeclSyntax).self) {
          [named.name.unquoted]
        } else {
          []
        }
      }
    )
  }
}
