/// A property nested in a state, accessed level by level, so that it can be written in place.
///
/// A single key path does not suffice: writing through a computed property, as the fields of observable state are,
/// writes into a copy.
struct BindingPlace<Root, Value>: @unchecked Sendable {
  // @unchecked because key paths can capture non-Sendable values; these come from Sendable literals, or are composed
  // of such.

  /// The whole way.
  let keyPath: any WritableKeyPath<Root, Value> & Sendable
  /// Sets the property.
  let assign: (Value, inout Root) -> Void
  /// Edits the property in place.
  private let edit: (inout Root, (inout Value) -> Void) -> Void

  /// A property of the root itself.
  init(_ keyPath: any WritableKeyPath<Root, Value> & Sendable) where Root: ObservableState, Value: Equatable {
    self.init(
      keyPath: keyPath,
      assign: { BindingAction.assign($0, to: keyPath, in: &$1) },
      edit: { StatePath.of(keyPath).edit(&$0, $1) }
    )
  }

  private init(
    keyPath: any WritableKeyPath<Root, Value> & Sendable,
    assign: @escaping (Value, inout Root) -> Void,
    edit: @escaping (inout Root, (inout Value) -> Void) -> Void
  ) {
    self.keyPath = keyPath
    self.assign = assign
    self.edit = edit
  }

  /// A property of what is here.
  func appending<Member>(_ member: any WritableKeyPath<Value, Member> & Sendable) -> BindingPlace<Root, Member> {
    BindingPlace<Root, Member>(
      keyPath: sendableKeyPath(keyPath, appending: member),
      assign: { [edit] value, root in edit(&root) { $0[keyPath: member] = value } },
      edit: { [edit] root, body in edit(&root) { StatePath.of(member).edit(&$0, body) } }
    )
  }
}
