import Counterpoint
import CounterpointTestSupport

extension FuzzRun {
  /// Does one of the things that a run can do.
  func perform(_ dice: inout Dice) async throws {
    switch dice.roll(100) {
    case ..<26: editFromRoot(&dice)
    case ..<32: editSeveral(&dice)
    case ..<50: try sendFromPlace(&dice)
    case ..<53: assignCopy(&dice)
    case ..<56: changeShared(&dice)
    case ..<60: writeBinding(&dice)
    case ..<64: try await runEffect(&dice)
    case ..<66: try await followStates(&dice)
    case ..<67: try await followByObserving(&dice)
    case ..<69: sendFromListener(&dice)
    case ..<75: try hold(&dice)
    case ..<78: drop(&dice)
    case ..<84: release(&dice)
    case ..<96: attach(&dice)
    default: detach(&dice)
    }
  }

  // MARK: Actions

  func editFromRoot(_ dice: inout Dice) {
    let edit = model.randomEdit(&dice)
    note("send(.edit(\(edit.path), \(edit.change)))")
    store.send(.edit(edit.path, edit.change))
    model.edit(edit.path, edit.change)
  }

  private func editSeveral(_ dice: inout Dice) {
    var edits: [Edit] = []
    for _ in 0..<2 + dice.roll(2) {
      let edit = model.randomEdit(&dice)
      model.edit(edit.path, edit.change)
      edits.append(edit)
    }
    note("send(.edits(\(edits)))")
    store.send(.edits(edits))
  }

  private func sendFromPlace(_ dice: inout Dice) throws {
    let place = dice.pick(heldPlaces)
    guard let path = model.path(place.keys) else { return try sendToMissing(place) }
    let action: NodeAction
    switch dice.roll(8) {
    case 0: action = .relay(dice.roll(5))
    case 1: action = .leave(dice.roll(3))
    default: action = .change(model.randomChange(of: model.node(path), &dice))
    }
    note("\(place.keys).send(\(action))")
    guard place.handle.send(action) != nil else { return }
    switch action {
    case .change(let change):
      model.edit(path, change)
    case .relay(let number):
      model.edit(path, .addN(number))
      model.edit(path, .setText(number))
      model.edit(path, .addN(1))
    case .leave(let number):
      model.edit(path, .addN(number))
      if let (parent, change) = model.removal(path) { model.edit(parent, change) }
    case .later, .cancel, .setN: break
    }
  }

  /// Sends to a feature that is gone: that is reported, and nothing changes.
  private func sendToMissing(_ place: Place) throws {
    note("\(place.keys).send(.change(.addN(1)))")
    var isSent = false
    model.visit(place.keys)
    let reported = issues { isSent = place.handle.send(.change(.addN(1))) != nil }
    if isSent, reported.count != 1 {
      throw FuzzFailure(kind: "issue", message: "\(reported.count) issues were reported for an action to \(place.keys)")
    }
  }

  /// Assigns a copy that was edited outside of the reducers.
  private func assignCopy(_ dice: inout Dice) {
    let slots: [[Slot]] = [[.child, .opt, .sheet], [.equalChild, .equalOpt, .equalSheet]]
    let family = dice.pick(slots)
    let source = dice.pick(family)
    let target = dice.roll(2) == 0 ? source : dice.pick(family)
    let isEdited = dice.roll(2) == 0
    let n = dice.roll(4)
    guard var node = model.root.slots[source], var copy = store.withState({ $0.copy(of: source) }) else { return }
    if isEdited {
      if var leaf = copy as? Leaf.State {
        leaf.n = n
        copy = leaf
      } else if var leaf = copy as? EqualLeaf.State {
        leaf.n = n
        copy = leaf
      }
      node.n = n
    }
    note("let copy = \(source)\(isEdited ? ", copy.n = \(n)" : ""), send \(target) = copy")
    let told = observers.filter { $0.told != nil }
    if let observer = told.first {
      early = FuzzFailure(
        kind: "early notification",
        message: "the observer of \(observer.reading) of \(observer.place.keys) was notified by an edit of a copy"
      )
    }
    store.send(.edit([], .replace(target, .given(copy, node))))
    model.edit([], .replace(target, .given(copy, node)))
  }

  /// Changes a shared value without an action.
  func changeShared(_ dice: inout Dice) {
    let number = dice.roll(3)
    isChangedOutside = true
    if dice.roll(2) == 0 {
      note("hits += \(number)")
      store.withState(\.$hits).withLock { $0 += number }
      model.hit(number)
    } else {
      note("pair += \(number)")
      store.withState(\.$pair).withLock { $0.first += number }
      model.pair += number
      model.stampShared(.pair)
    }
  }

  private func writeBinding(_ dice: inout Dice) {
    let place = dice.pick(heldPlaces)
    let n = dice.roll(5)
    guard let binding = place.binding else { return }
    note("\(place.keys).binding = \(n)")
    binding.wrappedValue = n
    if place.isThere(in: model), let path = model.path(place.keys) { model.edit(path, .setN(n)) }
  }

  // MARK: Effects

  private func runEffect(_ dice: inout Dice) async throws {
    let place = dice.pick(heldPlaces)
    let variant = dice.roll(4)
    guard let path = model.path(place.keys), model.node(path).isScreen == false else { return }
    note("\(place.keys).send(.later(1)), variant \(variant)")
    guard let task = place.handle.send(.later(1)) else { return }
    switch variant {
    case 0:
      await task.finish()
      model.edit(path, .addN(1))
    case 1:
      _ = place.handle.send(.cancel)
      await task.finish()
    case 2:
      store.send(.node(.cancel))
      await task.finish()
    default:
      // The operator that holds the child cancels the child's effects when the root removes it.
      if let (parent, change) = model.removal(path), parent.isEmpty {
        store.send(.edit(parent, change))
        model.edit(parent, change)
      } else {
        task.cancel()
      }
      await task.finish()
    }
  }

  // MARK: Stores

  private func hold(_ dice: inout Dice) throws {
    let parent = dice.pick(heldPlaces)
    guard parent.isThere(in: model), places.count < 12 else { return }
    let node = parent.shown(in: model)
    guard !node.steps.isEmpty else { return }
    let step = dice.pick(node.steps)
    note("hold \(step) of \(parent.keys)")
    let child = parent.handle.child(step)
    guard let key = node.key(of: step), let part = node.part(key) else {
      if child != nil {
        throw FuzzFailure(kind: "scope", message: "\(parent.keys) has no \(step), and there is a store")
      }
      // Scoping notes that the child is gone: its store shows what it showed last, for good.
      if case .slot(let slot) = step {
        for place in places where place.parent === parent && place.key == .slot(slot) { place.isOver = true }
      }
      return
    }
    guard let child else {
      throw FuzzFailure(kind: "scope", message: "\(parent.keys) has \(step), and there is no store")
    }
    if let known = places.first(where: { $0.parent === parent && $0.key == key && !$0.isOver }) {
      if !known.isHeld {
        known.hold(child)
      } else if known.handle.identity != child.identity, !parent.hasOtherChildren {
        throw FuzzFailure(kind: "scope", message: "\(known.keys) has another store when it is scoped again")
      }
      return
    }
    places.append(Place(child, parent: parent, key: key, showing: part))
  }

  private func drop(_ dice: inout Dice) {
    guard places.count > 1 else { return }
    let place = places[1 + dice.roll(places.count - 1)]
    note("drop \(place.keys)")
    places.removeAll { $0.isBelow(place) }
    observers.removeAll { $0.place.isBelow(place) }
    removeUnused()
  }

  /// Releases a store, but holds the stores below it.
  private func release(_ dice: inout Dice) {
    let parents = heldPlaces.dropFirst().filter { place in places.contains { $0.parent === place } }
    guard !parents.isEmpty else { return }
    let place = dice.pick(Array(parents))
    note("release \(place.keys)")
    observers.removeAll { $0.place === place }
    place.release()
  }

  /// Removes released stores without stores below them.
  private func removeUnused() {
    let used = places.filter { place in place.isHeld || places.contains { $0.parent === place } }
    guard used.count < places.count else { return }
    places = used
    removeUnused()
  }

  private func attach(_ dice: inout Dice) {
    guard observers.count < 16 else { return detach(&dice) }
    let place = dice.pick(heldPlaces)
    let reading = place.shown(in: model).randomReading(&dice)
    note("observe \(reading) of \(place.keys)")
    observers.append(Observer(place, reading, in: model))
  }

  private func detach(_ dice: inout Dice) {
    guard !observers.isEmpty else { return }
    observers.remove(at: dice.roll(observers.count))
  }
}
