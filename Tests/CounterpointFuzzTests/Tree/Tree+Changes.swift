import Counterpoint
import OrderedCollections

extension Tree.State {
  mutating func change(_ change: Change) {
    if changeFields(change) { return }
    switch change {
    case .replace(let slot, let replacement): replace(slot, replacement)
    case .list(.groups, .assignWithout(let position)): groups = without(groups, position)
    case .list(.equalRows, .assignWithout(let position)): equalRows = without(equalRows, position)
    case .list(.path, .assignWithout(let position)): self.path = without(self.path, position)
    case .list(.equalPath, .assignWithout(let position)): equalPath = without(equalPath, position)
    case .list(.groups, let listChange): CounterpointFuzzTests.change(&groups, listChange)
    case .list(.equalRows, let listChange): CounterpointFuzzTests.change(&equalRows, listChange)
    case .list(.path, let listChange): CounterpointFuzzTests.change(&path, listChange)
    case .list(.equalPath, let listChange): CounterpointFuzzTests.change(&equalPath, listChange)
    case .hit(let number): $hits.withLock { $0 += number }
    case .hitPair(let number): $pair.withLock { $0.first += number }
    case .object(let isOther): object = isOther ? Token(object.number + 1) : object
    default: break
    }
  }

  private mutating func replace(_ slot: Slot, _ replacement: Replacement) {
    switch slot {
    case .child: child = replaced(child, by: replacement) ?? child
    case .equalChild: equalChild = replaced(equalChild, by: replacement) ?? equalChild
    case .opt: opt = replaced(opt, by: replacement)
    case .equalOpt: equalOpt = replaced(equalOpt, by: replacement)
    case .sheet: sheet = replaced(sheet, by: replacement)
    case .equalSheet: equalSheet = replaced(equalSheet, by: replacement)
    case .screen: screen = replacedScreen(screen, by: replacement) ?? screen
    case .equalScreen: equalScreen = replacedScreen(equalScreen, by: replacement) ?? equalScreen
    case .destination: destination = replacedScreen(destination, by: replacement)
    case .equalDestination: equalDestination = replacedScreen(equalDestination, by: replacement)
    case .leaf, .other, .group: break
    }
  }

  mutating func edit(_ path: ArraySlice<Step>, _ change: Change) {
    let rest = path.dropFirst()
    switch path.first {
    case nil: self.change(change)
    case .slot(.child): child.edit(rest, change)
    case .slot(.equalChild): equalChild.edit(rest, change)
    case .slot(.opt): opt?.edit(rest, change)
    case .slot(.equalOpt): equalOpt?.edit(rest, change)
    case .slot(.sheet): sheet?.edit(rest, change)
    case .slot(.equalSheet): equalSheet?.edit(rest, change)
    case .slot(.screen): screen.edit(rest, change)
    case .slot(.equalScreen): equalScreen.edit(rest, change)
    case .slot(.destination): destination?.edit(rest, change)
    case .slot(.equalDestination): equalDestination?.edit(rest, change)
    case .slot(.leaf), .slot(.other), .slot(.group): break
    case .element(.groups, let position): groups[position].edit(rest, change)
    case .element(.equalRows, let position): equalRows[id: equalRows.ids[position]]?.edit(rest, change)
    case .element(.path, let position): self.path[id: self.path.ids[position]]?.edit(rest, change)
    case .element(.equalPath, let position): equalPath[id: equalPath.ids[position]]?.edit(rest, change)
    case .element(.parts, _): break
    }
  }

  func copy(of slot: Slot) -> (any Sendable)? {
    switch slot {
    case .child: child
    case .equalChild: equalChild
    case .opt: opt
    case .equalOpt: equalOpt
    case .sheet: sheet
    case .equalSheet: equalSheet
    default: nil
    }
  }
}

/// As ``replaced(_:by:)``, but an edited copy is of the payload.
private func replacedScreen<State: FuzzState>(_ old: State?, by replacement: Replacement) -> State? {
  guard case .edited(let n) = replacement, var copy = old else { return replaced(old, by: replacement) }
  copy.change(.copyAndEdit(n))
  return copy
}

extension Tree.State {
  func read(_ reading: Reading) -> [Int] {
    switch reading {
    case .all: all
    case .hits: [hits]
    case .pair: [pair.first, pair.second]
    case .object: [object.number]
    case .slot(let slot): readID(slot)
    case .slotN(let slot): readN(slot)
    case .list(.groups): groups.map(\.id)
    case .list(.equalRows): equalRows.map(\.id)
    case .list(.path): [path.count]
    case .list(.equalPath): [equalPath.count]
    case .elementN(.groups, let id): groups[id: id].map { [$0.n] } ?? [-1]
    case .elementN(.equalRows, let id): equalRows[id: id].map { [$0.n] } ?? [-1]
    default: readFields(reading)
    }
  }

  private var all: [Int] {
    var all = [n, text, hits, pair.first, pair.second, object.number]
    func add(_ part: (some FuzzState)?) {
      if let part { all += part.read(.all) } else { all.append(-1) }
    }
    add(child)
    add(equalChild)
    add(opt)
    add(equalOpt)
    add(sheet)
    add(equalSheet)
    add(screen)
    add(equalScreen)
    add(destination)
    add(equalDestination)
    for group in groups { add(group) }
    all.append(-4)
    for row in equalRows { add(row) }
    all.append(-5)
    for element in path { add(element) }
    all.append(-6)
    for element in equalPath { add(element) }
    return all
  }

  private func readID(_ slot: Slot) -> [Int] {
    switch slot {
    case .child: [child.id]
    case .equalChild: [equalChild.id]
    case .opt: [opt?.id ?? -1]
    case .equalOpt: [equalOpt?.id ?? -1]
    case .sheet: [sheet?.id ?? -1]
    case .equalSheet: [equalSheet?.id ?? -1]
    case .screen: [screen.id]
    case .equalScreen: [equalScreen.id]
    case .destination: [destination?.id ?? -1]
    case .equalDestination: [equalDestination?.id ?? -1]
    case .leaf, .other, .group: []
    }
  }

  private func readN(_ slot: Slot) -> [Int] {
    switch slot {
    case .child: [child.n]
    case .equalChild: [equalChild.n]
    case .opt: [opt?.n ?? -1]
    case .equalOpt: [equalOpt?.n ?? -1]
    case .sheet: [sheet?.n ?? -1]
    case .equalSheet: [equalSheet?.n ?? -1]
    case .screen: [screen.n]
    case .equalScreen: [equalScreen.n]
    case .destination: [destination?.n ?? -1]
    case .equalDestination: [equalDestination?.n ?? -1]
    case .leaf, .other, .group: []
    }
  }
}
