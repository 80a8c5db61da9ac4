import CounterpointSupport

/// Buffers a key's events, in order, until the root that should receive them exists.
final class EarlyEvents<Value>: Sendable {
  private struct Item: Sendable {
    let tell: @Sendable (RootReference<Value>) -> Void
  }

  private struct Contents {
    var items: [Item] = []
    /// Whether events are forwarded instead of buffered.
    var isOpen = false
    weak var root: RootReference<Value>?
  }

  private let contents = Locked(Contents())

  /// The subscriber that is handed to the key.
  var subscriber: SharedSubscriber<Value> {
    SharedSubscriber(
      versioned: { [self] result in
        let result = Transfer(value: result)
        add { $0.arrive(result.value) }
      },
      onLoading: { [self] isLoading in add { $0.arrive(isLoading: isLoading) } },
      onConnected: { [self] in add { $0.becomeConnected() } }
    )
  }

  private func add(_ tell: @escaping @Sendable (RootReference<Value>) -> Void) {
    let root = contents.withLock { contents in
      if !contents.isOpen { contents.items.append(Item(tell: tell)) }
      return contents.root
    }
    if let root { tell(root) }
  }

  /// Delivers the buffered events to a root, and forwards later events to it.
  func tell(_ root: RootReference<Value>) {
    while true {
      let items = contents.withLock { contents in
        defer { contents.items = [] }
        // Opened only when the buffer is empty, so that events that arrive meanwhile keep their order.
        if contents.items.isEmpty {
          contents.isOpen = true
          contents.root = root
        }
        return contents.items
      }
      if items.isEmpty { return }
      for item in items { item.tell(root) }
    }
  }
}
