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
    #expect(timeline.effects.values.map(\.id) == [10])
    var ended = timeline
    ended.append([.storeEnded(1)])
    #expect(ended.effects.isEmpty)
    #expect(ended.stores[1]?.hasEnded == true)
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
