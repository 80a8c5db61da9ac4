extension UnsafePointer {
  /// Where the payload of an optional is, `nil` where there is none.
  ///
  /// An optional keeps its payload at its own address: whatever says that there is none is in spare bits of the payload or
  /// behind it. `StoreScopeTests` reads optionals of every layout this way.
  func payload<Wrapped>() -> UnsafePointer<Wrapped>? where Pointee == Wrapped? {
    guard unsafe !isNil(self) else { return nil }
    return unsafe UnsafeRawPointer(self).assumingMemoryBound(to: Wrapped.self)
  }
}

/// Whether an optional is `nil`, without a copy of it: it may be bigger than the stack. What need not be copyable is looked at where
/// it is, while `pointee != nil` copies in debug builds.
private func isNil<Wrapped: ~Copyable>(_ optional: UnsafePointer<Wrapped?>) -> Bool {
  switch unsafe optional.pointee {
  case .none: true
  case .some: false
  }
}
