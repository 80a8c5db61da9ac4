import Counterpoint
import Observation

/// A store that the run holds, or has held while it still holds stores below, and what it shows in the model.
final class Place {
  /// The store; `nil` after its release.
  private var held: Handle?
  let parent: Place?
  let key: Key?
  /// Bindings keep the last value that was read.
  private(set) var binding: UIBinding<Int>?
  /// Whether the store was ever released while stores below it were held.
  private var wasReleased = false

  /// Whether the store's state was seen to be gone: the store shows what it showed last, for good.
  var isOver = false
  /// The value that the store shows after its state was removed.
  var last: Node
  /// Whether the contract leaves open what the store shows, because all that is around its state was replaced.
  var isUncertain = false

  init(_ handle: Handle, parent: Place?, key: Key?, showing node: Node) {
    self.held = handle
    self.parent = parent
    self.key = key
    self.last = node
    self.binding = handle.binding
  }

  var isHeld: Bool { held != nil }

  var handle: Handle {
    guard let held else { preconditionFailure("The store of \(keys) was released.") }
    return held
  }

  /// Releases the store.
  func release() {
    held = nil
    binding = nil
    wasReleased = true
  }

  /// Holds a store again, after its release.
  func hold(_ handle: Handle) {
    held = handle
    binding = handle.binding
  }

  /// Whether the children have other stores when they are scoped again. Those below a store that was released are found
  /// again only if it is the store of an element.
  var hasOtherChildren: Bool {
    if case .slot = key, wasReleased { return true }
    return parent?.hasOtherChildren ?? false
  }

  /// The way from the root.
  var keys: [Key] {
    (parent?.keys ?? []) + (key.map { [$0] } ?? [])
  }

  /// Returns the value that the store shows.
  func shown(in model: Model) -> Node {
    guard let parent, let key else { return model.root }
    if isOver { return last }
    return parent.shown(in: model).part(key) ?? last
  }

  /// Whether the state is there.
  func isThere(in model: Model) -> Bool {
    guard let parent, let key else { return true }
    return !isOver && parent.isThere(in: model) && parent.shown(in: model).part(key) != nil
  }

  /// Notes what the store goes on showing if its state was removed.
  func settle(in model: Model) {
    guard let parent, let key, !isOver else { return }
    if let node = parent.shown(in: model).part(key) {
      last = node
      isUncertain = parent.isUncertain
      wasGone = false
      return
    }
    // What comes to the same place later has a store of its own.
    defer { isOver = parent.isThere(in: model) }
    guard let removed = model.removed[keys] else {
      isUncertain = isUncertain || parent.isUncertain || parent.isThere(in: model) && !wasGone
      wasGone = true
      return
    }
    // An element without identity can't be found when it is removed, as Evolution/0021 says.
    if case .element = key, last.hasNoIdentity || removed.node.hasNoIdentity { isUncertain = true }
    last = removed.node
    if removed.times > 1 { isUncertain = true }
    wasGone = true
  }

  private var wasGone = false

  /// Whether the store is another one, or was scoped from it.
  func isBelow(_ other: Place) -> Bool {
    self === other || parent?.isBelow(other) == true
  }

  /// Returns the numbers that must differ when observers of a reading are notified.
  func tracked(_ reading: Reading, in model: Model) -> [Int] {
    let root = [model.root.identity, model.stamps(model.root, .contents)]
    guard let parent, let key else { return root + model.tracked(reading, of: model.root) }
    // Each read of a store tracks the root. Another place may have the removed value too, with the same observers.
    if isOver { return root + [model.stamps(last.payload, .contents)] + model.tracked(reading, of: last) }
    let node = shown(in: model)
    var tracked = parent.tracked(.whole, in: model)
    let around = parent.shown(in: model)
    switch key {
    case .slot(let slot): tracked.append(model.stamps(around, .slot(slot)))
    // An element without identity may have been replaced whenever another one comes or goes.
    case .element(let list, _): if node.hasNoIdentity { tracked.append(model.stamps(around, .list(list))) }
    }
    tracked.append(isThere(in: model) ? 1 : 0)
    return tracked + node.identities + [model.stamps(node.payload, .contents)] + model.tracked(reading, of: node)
  }
}

/// An observer of a part of the state, which starts again after each notification.
final class Observer: @unchecked Sendable {
  // @unchecked because all stores of a run, and so all notifications, belong to one actor.

  let place: Place
  let reading: Reading
  /// The values that were read.
  private(set) var shown: [Int] = []
  /// The numbers that must differ when the observer is notified.
  private(set) var tracked: [Int] = []
  /// The values that were read when the observer was notified; `nil` before that.
  private(set) var told: [Int]?

  init(_ place: Place, _ reading: Reading, in model: Model) {
    self.place = place
    self.reading = reading
    observe(in: model)
  }

  func read() -> [Int] { place.handle.read(reading) }

  func observe(in model: Model) {
    told = nil
    tracked = place.tracked(reading, in: model)
    shown = withObservationTracking(read) { [weak self] in
      if let self { told = read() }
    }
  }
}
