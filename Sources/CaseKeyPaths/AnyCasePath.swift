/// A pair of functions that convert between an enum and the payload of one of its cases.
///
/// A case path is to an enum what a key path is to a struct. `embed` creates a value of the case from a payload.
/// `extract` returns the payload, or `nil` if the value is in another case.
///
/// ```swift
/// let name = AnyCasePath<Action, String>(
///   embed: Action.nameChanged,
///   extract: { if case .nameChanged(let name) = $0 { name } else { nil } }
/// )
/// ```
///
/// Creating a case path is free if its functions capture nothing. Embedding and extracting cost one call each.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let embedValue: @Sendable (Value) -> Root
  @usableFromInline let extractValue: @Sendable (Root) -> Value?

  /// Creates a case path from two functions.
  ///
  /// - Parameters:
  ///   - embed: Creates a value of the case from a payload.
  ///   - extract: Returns the payload if the root is in the case, otherwise `nil`. It must be the inverse of
  ///     `embed`.
  @inlinable
  public init(embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?) {
    self.embedValue = embed
    self.extractValue = extract
  }

  /// Creates the case path of a case whose payload may be of an uninhabited type, such as `Never`.
  ///
  /// ```swift
  /// AnyCasePath<Action, Never>(
  ///   constructor: { Action.impossible },
  ///   extract: { if case .impossible(let value) = $0 { value } else { nil } }
  /// )
  /// ```
  ///
  /// For such a payload, the compiler would warn about unreachable code in a closure `embed`. In the Swift 5
  /// language mode it would warn about the function `Action.impossible`, which is not `Sendable` there.
  ///
  /// - Parameters:
  ///   - constructor: Returns the function that creates a value of the case. Called for each embedding.
  ///   - extract: Returns the payload if the root is in the case, otherwise `nil`.
  @inlinable
  public init(
    constructor: @escaping @Sendable () -> (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: { constructor()($0) }, extract: extract)
  }

  /// Creates the case path of a case with several values, one of which may be of an uninhabited type.
  ///
  /// The payload is passed as an optional, because the compiler would warn about unreachable code in a closure that
  /// takes the payload itself.
  ///
  /// - Parameters:
  ///   - embedOptional: Creates a value of the case from a payload. Its argument is never `nil`.
  ///   - extract: Returns the payload if the root is in the case, otherwise `nil`.
  @inlinable
  public init(
    embedOptional: @escaping @Sendable (Value?) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: { embedOptional($0) }, extract: extract)
  }

  /// Creates the case path of a case in a generic enum. `@CasePathable` calls it.
  ///
  /// The functions capture only the types of the enum. A metatype is not `Sendable` if the type is constrained to a
  /// protocol, because its conformance may be isolated to an actor. These functions don't use the conformance.
  ///
  /// - Parameters:
  ///   - embed: Creates a value of the case from a payload. It captures no values.
  ///   - extract: Returns the payload if the root is in the case, otherwise `nil`. It captures no values.
  @inlinable
  public init(_embed embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    nonisolated(unsafe) let embed = embed
    nonisolated(unsafe) let extract = extract
    self.init(embed: { unsafe embed($0) }, extract: { unsafe extract($0) })
  }

  /// Creates the case path of a case in a generic enum whose payload may be of an uninhabited type. `@CasePathable`
  /// calls it.
  ///
  /// - Parameters:
  ///   - constructor: Returns the function that creates a value of the case. It captures no values.
  ///   - extract: Returns the payload if the root is in the case, otherwise `nil`. It captures no values.
  @inlinable
  public init(_constructor constructor: @escaping () -> (Value) -> Root, extract: @escaping (Root) -> Value?) {
    self.init(_embed: { constructor()($0) }, extract: extract)
  }

  /// Creates the case path of a case in a generic enum with several values, one of which may be of an uninhabited
  /// type. `@CasePathable` calls it.
  ///
  /// - Parameters:
  ///   - embedOptional: Creates a value of the case from a payload, which is never `nil`. It captures no values.
  ///   - extract: Returns the payload if the root is in the case, otherwise `nil`. It captures no values.
  @inlinable
  public init(_embedOptional embedOptional: @escaping (Value?) -> Root, extract: @escaping (Root) -> Value?) {
    self.init(_embed: { embedOptional($0) }, extract: extract)
  }

  /// Creates the path from a type to itself, which embeds and extracts the whole value.
  public init() where Root == Value {
    self.init(embed: { $0 }, extract: { $0 })
  }

  /// Creates the case path of a case key path such as `\.child.tap`.
  ///
  /// Each evaluation of `\.child` creates a key path, which costs more than a microsecond; this conversion costs
  /// some 200 ns more. Embedding and extracting then cost a few nanoseconds. Store the case path if it is used
  /// often.
  ///
  /// - Parameter keyPath: A key path from the cases of an enum to one case.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].casePath(from: Root.self)
  }

  /// Returns the value of the case with a payload.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedValue(value)
  }

  /// Returns the payload if `root` is in the case, otherwise `nil`.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extractValue(root)
  }

  /// Returns this path extended by a path inside its payload.
  ///
  /// - Parameter path: A path whose root is the payload of this path.
  public func appending<Member>(_ path: AnyCasePath<Value, Member>) -> AnyCasePath<Root, Member> {
    AnyCasePath<Root, Member>(
      embed: { [embedValue] in embedValue(path.embed($0)) },
      extract: { [extractValue] in extractValue($0).flatMap(path.extract) }
    )
  }

  /// This path extended to a case of its payload, by the name of the case: `path.tap`.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> AnyCasePath<Root, Member> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  /// The two types of the path without module names: `AnyCasePath<Action, Child.Action>`.
  public var debugDescription: String {
    "AnyCasePath<\(unqualifiedName(of: Root.self)), \(unqualifiedName(of: Value.self))>"
  }
}

/// Returns the name of a type without module names, for messages.
package func unqualifiedName(of type: Any.Type) -> String {
  // A module is the first component of each qualified name; nested types keep their parents. The name of a private
  // type contains an address, and that of one in an extension a module, which are removed.
  let name = String(reflecting: type)
    .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    .replacing(/\(extension in \w+\):/, with: "")
  var result = ""
  var component = ""
  var isFirst = true
  for character in name {
    if character == ".", component.isEmpty {
      // The text before the dot ends with a bracket, for example of generic arguments, and is not a module.
      result.append(character)
      isFirst = false
    } else if character == "." {
      if !isFirst { result += component + "." }
      component = ""
      isFirst = false
    } else if character.isLetter || character.isNumber || character == "_" {
      component.append(character)
    } else {
      result += component
      result.append(character)
      component = ""
      isFirst = true
    }
  }
  return result + component
}
