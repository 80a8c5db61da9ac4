struct ChildIdentity: Hashable {
  private let enumCase: String?
  private let id: AnyHashable?

  init<State>(of state: UnsafePointer<State>) {
    func id<Known: Identifiable>(of value: Known) -> AnyHashable { AnyHashable(value.id) }
    let value = unsafe state.pointee
    let mirror = Mirror(reflecting: value)
    enumCase = mirror.displayStyle == .enum ? mirror.children.first?.label ?? "\(value)" : nil
    let payload: Any? = mirror.displayStyle == .enum ? mirror.children.first?.value : nil
    let own = (value as? any Identifiable).map { id(of: $0) }
    self.id = own ?? (payload as? any Identifiable).map { id(of: $0) }
  }
}
