/// A key path made of two that are `Sendable`, and so is one itself. The protocol is a mere mark: no cast can look for it, and none
/// changes what is in memory.
func sendableKeyPath<Root, Value, Member>(
  _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
  appending member: any WritableKeyPath<Value, Member> & Sendable
) -> any WritableKeyPath<Root, Member> & Sendable {
  let appended = (keyPath as WritableKeyPath<Root, Value>).appending(path: member as WritableKeyPath<Value, Member>)
  return unsafe unsafeBitCast(appended, to: (any WritableKeyPath<Root, Member> & Sendable).self)
}
