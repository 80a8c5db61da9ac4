/// The two directions between an enum and the payload of one of its cases.
///
/// A case path is for an enum what a key path is for a struct: `embed` puts a payload into the case, `extract` takes it
/// out again, or gives `nil` when the value is in another case.
///
/// ```swift
/// let name = AnyCasePath<Action, String>(
///   embed: Action.nameChanged,
///   extract: { if case .nameChanged(let name) = $0 { name } else { nil } }
/// )
/// ```
///
/// Making one costs nothing when its functions capture nothing; both directions cost one call.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let embedValue: @Sendable (Value) -> Root
  @usableFromInline let extractValue: @Sendable (Root) -> Value?

  /// Makes a case path from its two directions.
  ///
  /// - Parameters:
  ///   - embed: Puts a payload into the case.
  ///   - extract: Gives the payload when the root is in the case, else `nil`. What `embed` made, `extract` must give back.
  @inlinable
  public init(embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?) {
    self.embedValue = embed
    self.extractValue = extract
  }

  /// Makes the case path of a case whose payload may be of a type without values, such as `Never`.
  ///
  /// ```swift
  /// AnyCasePath<Action, Never>(
  ///   constructor: { Action.impossible },
  ///   extract: { if case .impossible(let value) = $0 { value } else { nil } }
  /// )
  /// ```
  ///
  /// In a closure that takes such a payload the compiler warns of code that will never be executed, and where functions are not
  /// `Sendable` by themselves (in the language mode of Swift 5) it warns of the bare `Action.impossible`.
  ///
  /// - Parameters:
  ///   - constructor: Gives the function that puts a payload into the case. Called for each embedding.
  ///   - extract: Gives the payload when the root is in the case, else `nil`.
  @inlinable
  public init(
    constructor: @escaping @Sendable () -> (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: { constructor()($0) }, extract: extract)
  }

  /// Makes the case path of a case with several values, one of which may be of a type without values.
  ///
  /// The payload is handed over as an optional, because in a closure that takes the payload itself the compiler warns of code
  /// that is never executed.
  ///
  /// - Parameters:
  ///   - embedOptional: Puts a payload into the case. Its argument is never `nil`.
  ///   - extract: Gives the payload when the root is in the case, else `nil`.
  @inlinable
  public init(
    embedOptional: @escaping @Sendable (Value?) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: { embedOptional($0) }, extract: extract)
  }

  /// The path from a type to itself: it embeds and extracts the whole value.
  public init() where Root == Value {
    self.init(embed: { $0 }, extract: { $0 })
  }

  /// The case path that a case key path such as `\.child.tap` stands for.
  ///
  /// Writing `\.child` makes a key path each time it is executed, which costs more than a microsecond, and taking the case
  /// path from it some 200 ns more; embedding and extracting then cost a few. So keep the case path where it is used often.
  ///
  /// - Parameter keyPath: A key path from an enum's cases to one case.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].casePath(from: Root.self)
  }

  /// Puts a payload into the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedValue(value)
  }

  /// The payload when `root` is in the case, else `nil`.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extractValue(root)
  }

  /// The path that goes on from this payload to a case inside it.
  ///
  /// - Parameter path: A path from this path's payload.
  public func appending<Member>(_ path: AnyCasePath<Value, Member>) -> AnyCasePath<Root, Member> {
    AnyCasePath<Root, Member>(
      embed: { [embedValue] in embedValue(path.embed($0)) },
      extract: { [extractValue] in extractValue($0).flatMap(path.extract) }
    )
  }

  /// The path that goes on to a case of this payload, by the name of the case: `path.tap`.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> AnyCasePath<Root, Member> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }
}

extension AnyCasePath {
  /// The path that goes on into an optional payload; it does not match where the payload is `nil`.
  func unwrapped<Wrapped>() -> AnyCasePath<Root, Wrapped> where Value == Wrapped? {
    AnyCasePath<Root, Wrapped>(
      embed: { [embedValue] in embedValue(.some($0)) },
      extract: { [extractValue] in extractValue($0) ?? nil }
    )
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  /// The path's two types without their modules: `AnyCasePath<Action, Child.Action>`.
  public var debugDescription: String {
    "AnyCasePath<\(unqualifiedName(of: Root.self)), \(unqualifiedName(of: Value.self))>"
  }
}
