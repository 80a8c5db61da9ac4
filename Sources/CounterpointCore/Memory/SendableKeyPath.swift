/// Returns the concatenation of two `Sendable` key paths, which is `Sendable` too. The protocol is only a marker: no
/// cast can check it, and none changes the value in memory.
func sendableKeyPath<Root, Value, Member>(
  _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
  appending member: any WritableKeyPath<Value, Member> & Sendable
) -> any WritableKeyPath<Root, Member> & Sendable {
  let appended = (keyPath as WritableKeyPath<Root, Value>).appending(path: member as WritableKeyPath<Value, Member>)
  return unsafe unsafeBitCast(appended, to: (any WritableKeyPath<Root, Member> & Sendable).self)
}
