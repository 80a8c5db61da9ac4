import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A property with `@Presents`: `var editor: Editor.State?`.
struct PresentedProperty {
  let name: TokenSyntax
  /// The type of the presented state, without the optional.
  let type: TypeSyntax
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax

  /// Reads a declaration.
  ///
  /// - Throws: The error in the declaration.
  init(_ declaration: some DeclSyntaxProtocol) throws(PresentsError) {
    guard let declaration = declaration.as(VariableDeclSyntax.self), declaration.isInstance else { throw .notAProperty }
    if let other = declaration.attributes.named(Self.otherNames).first { throw .combined(other) }
    guard !declaration.isConstant else { throw .constant(declaration) }
    guard
      !declaration.hasModifier(.lazy), declaration.bindings.count == 1,
      let binding = declaration.bindings.first, let name = binding.name, binding.accessorBlock == nil
    else { throw .notAProperty }
    guard let annotation = binding.typeAnnotation else { throw .noType(binding.pattern) }
    guard let type = annotation.type.wrappedType else { throw .notOptional(annotation.type) }
    self.name = name
    self.type = type
    self.declaration = declaration
    self.binding = binding
  }

  /// The attributes that give a property another storage, or none that observers notice.
  private static let otherNames = StateAttributes.untracked.union(["ObservationStateTracked"])

  private var identifier: String { name.unquoted }
  private var storage: String { ("_" + identifier).quotedIfNeeded }
  private var field: String { "_$Field.\(name.text)" }
  private var storageType: String { "CounterpointCore.PresentationState<\(type.trimmedDescription)>" }

  /// The accessors of the property, which access the value of the storage.
  ///
  /// They compare the storage and not the optional, because the storage can compare identities without comparing
  /// states.
  var accessors: [Lines] {
    [
      [
        "@storageRestrictions(initializes: \(storage))",
        "init(initialValue) {",
        "  \(storage) = .init(wrappedValue: initialValue)",
        "}",
      ],
      getter("\(storage).wrappedValue"),
      setter(".init(wrappedValue: newValue)"),
      modifier("\(storage).wrappedValue"),
    ]
  }

  /// Returns the storage, and the property with a `$` prefix that exposes it.
  ///
  /// - Parameter context: The context of the expansion, which has the line of the property.
  func peers(in context: some MacroExpansionContext) -> [DeclSyntax] {
    let initialValue = binding.initializer?.value.trimmedDescription ?? "nil"
    let modifiers = declaration.modifiers.map { $0.trimmedDescription + " " }.joined()
    let accessors = [getter(storage), setter("newValue"), modifier(storage)].flatMap { $0 }
    let exposed =
      declaration.attributes.availability + ["\(modifiers)var $\(identifier): \(storageType) {"] + accessors.indented
      + ["}"]
    let stored =
      "@ObservationStateIgnored private var \(storage): \(storageType) = .init(wrappedValue: \(initialValue))"
    return ["\(raw: exposed.joined(separator: "\n"))", context.located([stored], at: name)]
  }

  private func getter(_ value: String) -> Lines {
    ["get {", "  _$observationRegistrar.access(\(field))", "  return \(value)", "}"]
  }

  private func setter(_ newValue: String) -> Lines {
    ["set {", "  _$observationRegistrar.set(&\(storage), to: \(newValue), field: \(field))", "}"]
  }

  private func modifier(_ value: String) -> Lines {
    [
      "_modify {",
      "  let edit = _$observationRegistrar.willModify(&\(storage), field: \(field))",
      "  defer {",
      "    _$observationRegistrar.didModify(&\(storage), edit, field: \(field))",
      "  }",
      "  yield &\(value)",
      "}",
    ]
  }
}

extension TypeSyntax {
  /// The type `T` of `T?` or `Optional<T>`.
  fileprivate var wrappedType: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    guard unqualifiedNames == ["Optional"] else { return nil }
    // An argument is a type in swift-syntax 600, and an enum of a type and an expression in later versions.
    return genericArguments.first.flatMap { Syntax($0.argument).as(TypeSyntax.self) }
  }
}
