import Counterpoint

typealias Level1 = Level<Leaf>
typealias Level2 = Level<Level1>
typealias Level3 = Level<Level2>
typealias Level4 = Level<Level3>
typealias Level5 = Level<Level4>
typealias Level6 = Level<Level5>
typealias Level7 = Level<Level6>
typealias Level8 = Level<Level7>
typealias Level9 = Level<Level8>
typealias Level10 = Level<Level9>

/// A leaf ten levels below the root.
@MainActor
struct DeepStore {
  let root: StoreOf<Level10>
  let leaf: StoreOf<Leaf>

  init() {
    let five = Level5.State(
      child: Level4.State(child: Level3.State(child: Level2.State(child: Level1.State(child: Leaf.State()))))
    )
    let ten = Level10.State(
      child: Level9.State(child: Level8.State(child: Level7.State(child: Level6.State(child: five))))
    )
    root = Store(initialState: ten) {
      Level(Level(Level(Level(Level(Level(Level(Level(Level(Level(Leaf()))))))))))
    }
    let fifth = root.scope(\.child, action: \.child).scope(\.child, action: \.child).scope(\.child, action: \.child)
      .scope(\.child, action: \.child).scope(\.child, action: \.child)
    leaf = fifth.scope(\.child, action: \.child).scope(\.child, action: \.child).scope(\.child, action: \.child)
      .scope(\.child, action: \.child).scope(\.child, action: \.child)
  }
}
