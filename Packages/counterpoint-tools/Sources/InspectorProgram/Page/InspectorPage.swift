import Counterpoint
import CounterpointHTML
@_spi(Internals) import CounterpointInspector
import CounterpointSessions

/// The inspector in a browser.
package enum InspectorPage {
  /// The shown content: the visible rows of the list, and the details of the selected action.
  package struct State: Equatable, Sendable {
    struct Row: Equatable, Sendable {
      /// The row in the list of all rows.
      let index: Int
      let number: String
      let time: String
      let cause: CauseKind
      let name: String
      let payload: String
      let depth: Int
      let duration: String
      /// The note, what the action's moment is used for, and that its state was not compared.
      let marks: String
      let isSelected: Bool
      let isForgotten: Bool
    }

    let title: String
    let process: Int32?
    /// The number of the moment that the program shows.
    let shown: Int?
    let refused: Int
    let hasEnded: Bool
    let isPlaying: Bool
    let mark: Int?
    let count: Int
    let total: Int
    let missed: Int
    let permissions: Set<InspectorPermission>
    let filter: TimelineFilter
    /// The title of the store of the filter.
    let store: String?
    let rows: [Row]
    let tab: DetailTab
    let details: DetailSection.State
    let prompt: Prompt?
    let draft: String
    let candidates: [String]
    let notice: String
  }

  package typealias Action = UserAction

  /// The number of rows on the page.
  static let window = 40
}

extension InspectorPage.State {
  /// Creates the page's state from the inspector's.
  init(state: InspectorFeature.State) {
    let timeline = state.timeline
    let shown = timeline.storesByNumber.first { $0.shown != nil }
    title = state.program.name
    process = state.program.process
    self.shown = shown?.shown
    refused = shown?.refused ?? 0
    hasEnded = state.hasEnded
    isPlaying = state.isPlaying
    mark = state.mark?.number
    count = state.rows.count
    total = timeline.records.count
    missed = timeline.missed
    permissions = state.program.permissions
    filter = state.rows.filter
    store = state.rows.filter.store.map { timeline.stores[$0]?.title ?? "store \($0)" }
    let selection = state.selection ?? 0
    let first = min(max(selection - InspectorPage.window / 2, 0), max(count - InspectorPage.window, 0))
    rows = (first..<min(first + InspectorPage.window, count)).map { row in
      Row(row, isSelected: row == state.selection, mark: state.mark, position: state.rows[row], in: timeline)
    }
    tab = state.tab
    details = DetailSection.State(state: state)
    prompt = state.prompt
    draft = state.draft
    candidates =
      state.prompt == .send
      ? Array(Completion.candidates(for: state.completion.typed ?? state.draft, in: timeline.examples).prefix(5)) : []
    notice = state.notice ?? ""
  }
}

extension InspectorPage.State.Row {
  init(_ index: Int, isSelected: Bool, mark: Moment?, position: Int, in timeline: Timeline) {
    let record = timeline.records[position]
    let moment = record.moment
    let store = timeline.stores[moment.store]
    self.index = index
    number = timeline.stores.count > 1 ? "\(moment.store):\(moment.number)" : "\(moment.number)"
    time = timeText(record.time)
    cause = record.cause
    name = timeline.name(of: record)
    payload =
      timeline.action(of: record).flatMap { ActionName($0).payload }.map { String($0.compactText.prefix(120)) } ?? ""
    depth = min(Int(record.depth), 8)
    duration = durationText(record.duration)
    let isForgotten = timeline.isForgotten(position)
    marks =
      isForgotten
      ? ""
      : [
        store?.shown == moment.number ? "shown" : nil, mark == moment ? "marked" : nil, record.comparisonMark,
        store?.notes[moment.number],
      ]
      .compactMap { $0 }.joined(separator: ", ")
    self.isSelected = isSelected
    self.isForgotten = isForgotten
  }
}

extension InspectorPage.State {
  /// The page.
  var html: [HTML] {
    CounterpointHTML.html {
      Element(.div, .class("inspector"), .inert(prompt != nil)) {
        header
        toolbar
        Element(.main) {
          list
        }
        details.section(tab: tab)
      }
      dialog
    }
  }

  private var header: Element {
    Element(.header) {
      Element(.h1) { title }
      if let process { Element(.span, .class("quiet")) { "process \(process)" } }
      if let shown {
        Element(.span, .class("badge shown")) {
          "shows #\(shown)\(refused > 0 ? ", \(refused) actions refused" : "")"
        }
      } else {
        Element(.span, .class(hasEnded ? "badge" : "badge live")) { hasEnded ? "ended" : "live" }
      }
      if let mark { Element(.span, .class("badge")) { "compared with #\(mark)" } }
      Element(.span, .class("quiet")) {
        (count == total ? "\(total) actions" : "\(count) of \(total) actions")
          + (missed > 0 ? ", \(missed) events missed" : "")
      }
      // Always present, because assistive technology announces only changes inside a live region.
      Element(.p, .id("notice"), .role("status")) { notice }
    }
  }

  private var toolbar: Element {
    let travels = permissions.contains(.travel)
    let isEmpty = rows.isEmpty
    return Element(.div, .class("toolbar"), .role("toolbar"), .label("Timeline")) {
      button(.selectionMoved(by: -1), "Previous", key: "k", isDisabled: isEmpty)
      button(.selectionMoved(by: 1), "Next", key: "j", isDisabled: isEmpty)
      button(.lastRowSelected, "Newest", key: "e", isDisabled: isEmpty)
      button(.causeButtonTapped, "Cause", key: "p", isDisabled: isEmpty)
      button(.playButtonTapped, isPlaying ? "Stop" : "Play", key: "y", isDisabled: isEmpty)
      button(.markButtonTapped, mark == nil ? "Mark" : "Mark or unmark", key: "d", isDisabled: isEmpty)
      button(.showButtonTapped, "Show", key: "s", isDisabled: isEmpty || !travels)
      button(.goLiveButtonTapped, "Go live", key: "g", isDisabled: shown == nil || !travels)
      button(.resumeButtonTapped, "Resume…", key: "r", isDisabled: isEmpty || !travels)
      button(.promptOpened(.send), "Send…", key: "a", isDisabled: !permissions.contains(.send))
      button(.promptOpened(.note), "Note…", key: "n", isDisabled: isEmpty)
      Element.field(
        "filter",
        value: filter.text,
        .label("Filter by name, source location or changed field"),
        Attribute("placeholder", "Filter")
      )
      button(.causeFilterButtonTapped, filter.cause.map { "By \($0.rawValue)" } ?? "All causes", key: "c")
      button(.storeFilterButtonTapped, store ?? "All stores", key: "v")
      if !filter.isEmpty { button(.filterCleared, "Show all", key: "x") }
    }
  }

  private func button(
    _ action: InspectorPage.Action,
    _ title: String,
    key: String,
    isDisabled: Bool = false
  ) -> Element {
    Element.button(action, Attribute("accesskey", key), .disabled(isDisabled)) { title }
  }

  private var list: Element {
    guard !rows.isEmpty else {
      return Element(.p, .class("quiet")) { total == 0 ? "No actions yet." : "No action passes the filter." }
    }
    return Element(.table) {
      Element(.caption, .class("quiet")) { "Actions \(rows[0].index + 1) to \(rows[0].index + rows.count)" }
      Element(.thead) {
        Element(.tr) {
          for title in ["#", "Time", "Cause", "Action", "Took"] { Element(.th, Attribute("scope", "col")) { title } }
        }
      }
      Element(.tbody) {
        for row in rows { row.element }
      }
    }
  }
}

extension InspectorPage.State.Row {
  fileprivate var element: Element {
    let indentation = String(repeating: "\u{00A0}\u{00A0}", count: depth) + (depth > 0 ? "└ " : "")
    let cells = CounterpointHTML.html {
      Element(.td, .class("number")) { number }
      Element(.td, .class("number")) { time }
      Element(.td, .class(cause.rawValue)) { cause.rawValue }
      Element(.td) {
        indentation
        Element.button(InspectorPage.Action.rowSelected(index)) {
          name
          if !payload.isEmpty { Element(.span) { " \(payload)" } }
        }
        if !marks.isEmpty { Element(.span, .class("changed")) { " \(marks)" } }
      }
      Element(.td, .class("number")) { duration }
    }
    return Element(
      .tr,
      isForgotten ? .class("forgotten") : .none,
      isSelected ? .aria("current", "true") : .none,
      key: "row\(index)"
    ) { cells }
  }
}
