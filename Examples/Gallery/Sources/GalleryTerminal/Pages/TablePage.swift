import CounterpointTerminal

/// A table of planets, which is sorted by the keys and by clicks on the titles.
struct TablePage: Equatable {
  struct Planet: Identifiable {
    let id: String
    let kind: String
    let moons: Int
    /// The time of an orbit.
    let days: Int
  }

  static let planets = [
    Planet(id: "Mercury", kind: "rocky", moons: 0, days: 88), Planet(id: "Venus", kind: "rocky", moons: 0, days: 225),
    Planet(id: "Earth", kind: "rocky", moons: 1, days: 365), Planet(id: "Mars", kind: "rocky", moons: 2, days: 687),
    Planet(id: "Jupiter", kind: "gas giant", moons: 97, days: 4_333),
    Planet(id: "Saturn", kind: "gas giant", moons: 274, days: 10_759),
    Planet(id: "Uranus", kind: "ice giant", moons: 28, days: 30_687),
    Planet(id: "Neptune", kind: "ice giant", moons: 16, days: 60_190),
  ]

  private var table = SortedTable<Planet.ID>(
    Table([
      Table.Column("Planet", isSortable: true), Table.Column("Kind", width: 9),
      Table.Column("Moons", width: 8, alignment: .trailing, isSortable: true),
      Table.Column("Days", width: 7, alignment: .trailing, isSortable: true),
    ])
  )

  var keys: KeyMap<SortedTable<Planet.ID>.Command> { table.keys }

  func screen(size: TerminalSize) -> Screen {
    table.screen(of: Self.planets, size: size) { planet in
      [StyledText(planet.id), StyledText(planet.kind), "\(planet.moons)", "\(planet.days)"]
    }
  }

  mutating func handle(_ event: TerminalEvent, size: TerminalSize) -> Bool {
    table.handle(event, rows: Self.planets, size: size, id: \.id) { column, left, right in
      switch column {
      case 0: left.id < right.id
      case 2: left.moons < right.moons
      default: left.days < right.days
      }
    } != nil
  }
}
