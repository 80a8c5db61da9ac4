extension Network {
  /// Stops the messages between machines until ``heal()``. They are kept, and connections stay open.
  ///
  /// - Parameters:
  ///   - machines: The machines.
  ///   - others: The machines that they can't reach; by default all others.
  ///   - direction: The messages that are stopped.
  public func cut(_ machines: [Machine], from others: [Machine]? = nil, _ direction: Direction = .both) {
    add(Cut(hosts: Set(machines.map(\.name)), others: others.map { Set($0.map(\.name)) }, direction: direction))
  }
}
