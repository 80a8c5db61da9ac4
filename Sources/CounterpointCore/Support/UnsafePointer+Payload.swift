extension UnsafePointer {
  /// Where the payload of an optional is, `nil` where there is none.
  ///
  /// An optional keeps its payload at its own address: whatever says that there is none is in spare bits of the payload or
  /// behind it. `StoreScopeTests` reads optionals of every layout this way.
  func payload<Wrapped>() -> UnsafePointer<Wrapped>? where Pointee == Wrapped? {
    guard unsafe pointee != nil else { return nil }
    return unsafe UnsafeRawPointer(self).assumingMemoryBound(to: Wrapped.self)
  }
}
