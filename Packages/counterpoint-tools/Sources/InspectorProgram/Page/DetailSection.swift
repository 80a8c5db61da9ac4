import Counterpoint
import CounterpointHTML
@_spi(Internals) import CounterpointInspector

/// The details of the selected action in a browser.
enum DetailSection {
  /// The shown content. Only the selected tab has a content.
  enum State: Equatable, Sendable {
    case text(String)
    case changes([JSONChange], remark: String?)
    case tree([TreeRow], outdated: Set<String>, remark: String?)
    case facts([Fact], code: String)
    case list([String])
  }

  struct Fact: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// The largest number of elements on the page.
  static let limit = 300
}

extension DetailSection.State {
  /// Creates the section's state from the inspector's.
  init(state: InspectorFeature.State) {
    let timeline = state.timeline
    switch state.tab {
    case .changes:
      guard let details = state.details, let changes = details.changes else {
        self = .text(state.missingText)
        return
      }
      let remark = details.remarkOnChanges
      self =
        changes.isEmpty
        ? .text(remark ?? "The state is the same.")
        : .changes(Array(changes.prefix(DetailSection.limit)), remark: remark)
    case .state:
      guard let details = state.details, details.state != nil else { self = .text(state.missingText); return }
      let rows = state.tree.rows.prefix(DetailSection.limit)
      self = .tree(Array(rows), outdated: details.outdated, remark: details.remarkOnState)
    case .action:
      guard let record = state.selectedRecord else { self = .text(state.missingText); return }
      var facts = [
        DetailSection.Fact(name: "Cause", value: "\(record.cause.rawValue) \(timeline.location(of: record))"),
        DetailSection.Fact(name: "Store", value: timeline.stores[Int(record.store)]?.title ?? "\(record.store)"),
      ]
      if let changes = timeline.changes(of: record) {
        facts.append(DetailSection.Fact(name: "Changed", value: changes))
      }
      for read in timeline.reads(of: record) {
        facts.append(DetailSection.Fact(name: "Read \(read.name)", value: read.value ?? "not coded"))
      }
      let code = timeline.action(of: record)?.indentedLines.joined(separator: "\n")
      self = .facts(facts, code: code ?? "The action can't be coded: \(timeline.text(of: record))")
    case .chain:
      guard let position = state.selectedPosition else { self = .text(state.missingText); return }
      let (causes, consequences) = timeline.chain(of: position)
      self = .list(
        (causes + consequences).map { index in
          let record = timeline.records[index]
          return "#\(record.number) \(timeline.name(of: record)) \(timeline.location(of: record))"
        }
      )
    case .effects:
      let effects = timeline.effects(at: state.selectedPosition).prefix(DetailSection.limit).map { effect in
        "\(effect.name) \(effect.facts), \(effect.age), \(effect.location)"
      }
      self = effects.isEmpty ? .text("No effect was in flight.") : .list(effects)
    case .shared:
      let changes = timeline.sharedChanges.suffix(DetailSection.limit).reversed().map { change in
        "\(change.name) = \(change.value), after #\(change.moment.number), by code outside the store"
      }
      self = changes.isEmpty ? .text("No other code has changed a shared value.") : .list(changes)
    }
  }

  /// The tabs, and the content of the selected one.
  func section(tab: DetailTab) -> Element {
    Element(.aside, .label("Details")) {
      Element(.div, .role("tablist"), .label("Details")) {
        for other in DetailTab.allCases {
          Element.button(
            InspectorPage.Action.tabSelected(other),
            .id("tab-\(other.rawValue)"),
            .role("tab"),
            .aria("selected", other == tab ? "true" : "false"),
            .aria("controls", "details")
          ) { other.title }
        }
      }
      Element(.div, .id("details"), .role("tabpanel"), .labelled(by: "tab-\(tab.rawValue)")) { content }
    }
  }

  private var content: [HTML] {
    CounterpointHTML.html {
      switch self {
      case .text(let text): Element(.p, .class("quiet")) { text }
      case .changes(let changes, let remark):
        if let remark { Element(.p, .class("changed")) { remark } }
        Element(.dl) {
          for change in changes {
            Element(.dt) { change.path.description.isEmpty ? "state" : change.path.description }
            Element(.dd) {
              if let old = change.old { Element(Tag("del"), .class("removed")) { "− \(old.compactText)" } }
              if let new = change.new { Element(Tag("ins"), .class("added")) { "+ \(new.compactText)" } }
            }
          }
        }
      case .tree(let rows, let outdated, let remark):
        if let remark { Element(.p, .class("changed")) { remark } }
        Element(.ul, .class("plain tree")) {
          for (index, row) in rows.enumerated() {
            element(of: row, index, isOutdated: outdated.contains("\(row.path)"))
          }
        }
      case .facts(let facts, let code):
        Element(.dl) {
          for fact in facts {
            Element(.dt) { fact.name }
            Element(.dd) { fact.value }
          }
        }
        Element(.pre) { code }
      case .list(let lines):
        Element(.ul) {
          for line in lines { Element(.li) { line } }
        }
      }
    }
  }

  private func element(of row: TreeRow, _ index: Int, isOutdated: Bool) -> Element {
    let color: String? =
      switch row.change {
      case .added: "added"
      case .changed: "changed"
      case .removed: "removed"
      case nil: nil
      }
    return Element(.li, color.map { .class($0) } ?? .none) {
      String(repeating: "\u{00A0}", count: row.depth * 3)
      if let isExpanded = row.isExpanded {
        Element.button(
          InspectorPage.Action.treeRowToggled(index),
          .aria("expanded", isExpanded ? "true" : "false")
        ) { "\(isExpanded ? "▾" : "▸") \(row.label) \(row.summary)" }
      } else {
        "\u{00A0} \(row.label) \(row.summary)"
      }
      if isOutdated { Element(.span, .class("changed")) { " older value" } }
    }
  }
}

extension InspectorFeature.State {
  /// The explanation for missing details.
  var missingText: String {
    selection == nil ? "No action is selected." : details?.failure ?? "Loading…"
  }
}
