@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Testing

@testable import InspectorProgram

@Suite struct TimelineTests {
  private var timeline: Timeline {
    var timeline = Timeline()
    timeline.append(SignUpSession.events)
    return timeline
  }

  private func action(_ number: Int, store: Int = 1, parent: Int? = nil) -> InspectedEvent {
    .action(
      InspectedAction(
        store: store,
        number: number,
        time: Int64(number),
        cause: parent.map { .reducer(of: $0) } ?? .user("A.swift:1"),
        text: JSONValue.object(["a\(number)": .object([:])]).json
      )
    )
  }

  @Test func actionsAreRead() throws {
    let timeline = timeline
    #expect(timeline.records.count == 6)
    #expect(
      timeline.records.map(timeline.name(of:)) == [
        "startButtonTapped", "path[0].basics.binding.set(draft.email)", "path[0].basics.nextButtonTapped",
        "path[0].basics.delegate.finished", "path[1].summary.submitButtonTapped", "path[1].summary.submitted.success",
      ]
    )
    #expect(timeline.records.map(\.depth) == [0, 0, 0, 1, 0, 1])
    #expect(timeline.records.map(\.duration) == [41, 55, 18, 30, 62, 120])
    #expect(timeline.changes(of: timeline.records[5]) == "account, path")
    #expect(timeline.location(of: timeline.records[5]) == "SignUp/Summary.swift:93")
    let reads = timeline.reads(of: timeline.records[4])
    #expect(reads.map(\.name) == ["date", "uuid"])
    #expect(reads.map(\.value) == ["817031608.28", #""A82F641D-0C1D-4E3D-9C38-000000000001""#])
    #expect(timeline.stores[1]?.title == "SignUpFeature “blob”")
    #expect(
      timeline.sharedChanges == [
        SharedChange(name: "draft", value: #"{"email":"blob@example.org"}"#, moment: Moment(store: 1, number: 5))
      ]
    )
  }

  /// The changes of an action arrive after the action, sometimes behind those of later ones.
  @Test func aFilterFindsChangedFields() {
    func result(_ number: Int, _ fields: [String]) -> InspectedEvent {
      .result(InspectedResult(store: 1, number: number, duration: nil, reads: [], changedFields: fields))
    }
    var timeline = Timeline()
    var rows = FilteredRows()
    rows.setFilter(TimelineFilter(text: "BALANCE"), timeline)
    for events in [
      [action(1), result(1, ["account.balance"])], [action(2)],
      [result(2, ["balance"]), action(3), result(3, ["name"])],
      [action(4), action(5)], [result(5, ["balance"])], [result(4, ["balance", "name"])],
    ] {
      timeline.append(events)
      rows.update(timeline)
    }
    #expect(Array(rows) == [0, 1, 3, 4])
    rows.setFilter(TimelineFilter(text: "name"), timeline)
    #expect(Array(rows) == [2, 3])
  }

  @Test func effectsInFlight() {
    #expect(timeline.effects(at: nil).map(\.location) == ["SignUp/Summary.swift:93", "SignUp/Flow.swift:12"])
    var ended = timeline
    ended.append([.storeEnded(1), action(7)])
    #expect(ended.effects(at: nil).isEmpty)
    #expect(ended.stores[1]?.hasEnded == true)
  }

  /// The effects are those of the selected moment, with the events between its action and the next one.
  @Test func effectsAtAMoment() {
    func began(_ id: Int, of action: Int, time: Int64, ids: [String] = []) -> InspectedEvent {
      .effectBegan(
        InspectedEffect(
          store: 1,
          id: id,
          action: action,
          name: "e\(id)",
          cancellationIDs: ids,
          location: "A.swift:\(id)",
          time: time
        )
      )
    }
    var timeline = Timeline()
    timeline.append([action(1), began(1, of: 1, time: 1_000_000, ids: ["a", "b"]), action(2), action(3)])
    timeline.append([began(2, of: 3, time: 3_000_000), .effectCanceled(store: 1, id: 1, time: 4_000_000), action(4)])
    timeline.append([.effectEnded(store: 1, id: 1, time: 5_000_000), .effectEnded(store: 1, id: 2, time: 6_000_000)])
    timeline.append([action(5)])
    let facts = (0..<5).map { timeline.effects(at: $0).map { "\($0.name) \($0.facts)" } }
    #expect(
      facts == [
        ["e1 of #1, id a, b, began"],
        ["e1 of #1, id a, b"],
        ["e1 of #1, id a, b, canceled", "e2 of #3, began"],
        ["e1 of #1, id a, b, canceled before, ended", "e2 of #3, ended"],
        [],
      ]
    )
    #expect(timeline.effects(at: nil).isEmpty)
  }

  /// Of many effects, only those are visited that can be shown.
  @Test func manyEffects() {
    var timeline = Timeline()
    for number in 1...5_000 {
      timeline.append([
        action(number),
        .effectBegan(InspectedEffect(store: 1, id: number, action: number, name: nil, location: "", time: 0)),
      ])
      // Each hundredth goes on.
      if number % 100 > 0 { timeline.append([.effectEnded(store: 1, id: number, time: 0)]) }
    }
    for position in stride(from: 0, to: 5_000, by: 37) {
      #expect(timeline.effects(at: position).count == (position + 1) / 100 + ((position + 1) % 100 > 0 ? 1 : 0))
    }
  }

  @Test func chainsLeadToTheUser() {
    let timeline = timeline
    #expect(timeline.chain(of: 5).causes == [4, 5])
    #expect(timeline.chain(of: 4).causes == [4])
    #expect(timeline.chain(of: 4).consequences == [5])
  }

  @Test func missingActionsAreSkipped() {
    var timeline = Timeline()
    timeline.append([action(3), action(7), .missed(4), action(8, parent: 5), action(9, parent: 8)])
    #expect(timeline.position(of: Moment(store: 1, number: 7)) == 1)
    #expect(timeline.position(of: Moment(store: 1, number: 8)) == 2)
    #expect(timeline.position(of: Moment(store: 1, number: 5)) == nil)
    #expect(timeline.position(of: Moment(store: 2, number: 7)) == nil)
    #expect(timeline.missed == 4)
    #expect(timeline.records.map(\.depth) == [0, 0, 1, 2])
  }

  @Test func aResumeForgetsLaterActions() {
    var timeline = Timeline()
    timeline.append((1...5).map { action($0) } + [.resumed(store: 1, from: 2, last: 5), action(6), action(7)])
    #expect((0..<7).map(timeline.isForgotten) == [false, false, true, true, true, false, false])
    #expect([1, 5, 6, 7].map { timeline.moment(before: Moment(store: 1, number: $0)).number } == [0, 4, 2, 6])
    timeline.append([.resumed(store: 1, from: 6, last: 7)])
    #expect(timeline.isForgotten(6))
    #expect(timeline.moment(before: Moment(store: 1, number: 8)).number == 6)
  }

  @Test func chunksGrow() {
    var array = ChunkedArray<Int>()
    for number in 0..<3000 { array.append(number) }
    array[1024] = 9
    #expect(array.count == 3000 && array[1023] == 1023 && array[1024] == 9 && array.last == 2999)
  }
}

@Suite struct FilteredRowsTests {
  private func rows(_ filter: TimelineFilter) -> [Int] {
    var timeline = Timeline()
    var rows = FilteredRows()
    rows.setFilter(filter, timeline)
    // New actions are tested as they come.
    for event in SignUpSession.events {
      timeline.append([event])
      rows.update(timeline)
    }
    var again = FilteredRows()
    again.setFilter(filter, timeline)
    #expect(Array(rows) == Array(again))
    return Array(rows)
  }

  @Test func filters() {
    #expect(rows(TimelineFilter()) == [0, 1, 2, 3, 4, 5])
    #expect(rows(TimelineFilter(text: "BASICS")) == [1, 2, 3])
    #expect(rows(TimelineFilter(text: "summary.swift")) == [5])
    #expect(rows(TimelineFilter(cause: .user)) == [0, 1, 2, 4])
    #expect(rows(TimelineFilter(text: "path", cause: .reducer)) == [3])
    #expect(rows(TimelineFilter(store: 2)) == [])
  }

  @Test func rowsBefore() {
    var timeline = Timeline()
    timeline.append(SignUpSession.events)
    var rows = FilteredRows()
    rows.setFilter(TimelineFilter(cause: .user), timeline)
    #expect([-1, 0, 3, 4, 9].map(rows.row(atOrBefore:)) == [nil, 0, 2, 3, 3])
    rows.setFilter(TimelineFilter(), timeline)
    #expect([-1, 0, 5, 9].map(rows.row(atOrBefore:)) == [nil, 0, 5, 5])
  }
}
