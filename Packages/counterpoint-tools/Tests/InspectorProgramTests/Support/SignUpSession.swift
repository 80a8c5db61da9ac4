@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording

@testable import InspectorProgram

/// The events and states of a person who signs up, as a program reports them.
enum SignUpSession {
  private static func json(_ text: String) -> JSONValue {
    // The texts are literals of this file.
    (try? JSONValue(parsing: JSONText(text.utf8))) ?? .null
  }

  private static func path(_ id: Int, _ action: String) -> JSONValue {
    json(#"{"path":{"_0":{"element":{"id":\#(id),"action":\#(action)}}}}"#)
  }

  private static func action(
    _ number: Int,
    _ time: Int64,
    _ cause: InspectedAction.Cause,
    _ action: JSONValue,
    changed: [String] = [],
    duration: Int64,
    reads: [InspectedResult.Read] = []
  ) -> [InspectedEvent] {
    [
      .action(InspectedAction(store: 1, number: number, time: time, cause: cause, text: action.json)),
      .result(
        InspectedResult(store: 1, number: number, duration: duration, reads: reads, changedFields: changed)
      ),
    ]
  }

  static let events: [InspectedEvent] =
    [.store(InspectedStore(number: 1, feature: "SignUp.SignUpFeature", label: "blob"))]
    + action(
      1,
      7_369,
      .user("SignUpTerminal/SignUpScreen.swift:40"),
      json(#"{"startButtonTapped":{}}"#),
      changed: ["path"],
      duration: 41
    )
    + action(
      2,
      1_020_630,
      .user("SignUpTerminal/FormPage.swift:41"),
      path(0, #"{"basics":{"_0":{"binding":{"_0":{"set":"draft.email","to":"blob@example.org"}}}}}"#),
      changed: ["draft.email"],
      duration: 55
    )
    + action(
      3,
      1_823_302,
      .user("SignUpTerminal/FormPage.swift:59"),
      path(0, #"{"basics":{"_0":{"nextButtonTapped":{}}}}"#),
      duration: 18
    )
    + action(
      4,
      1_823_399,
      .reducer(of: 3),
      path(0, #"{"basics":{"_0":{"delegate":{"_0":{"finished":{}}}}}}"#),
      changed: ["path"],
      duration: 30
    )
    + action(
      5,
      9_352_000,
      .user("SignUpTerminal/SummaryPage.swift:31"),
      path(1, #"{"summary":{"_0":{"submitButtonTapped":{}}}}"#),
      changed: ["path"],
      duration: 62,
      reads: [
        InspectedResult.Read(name: "date", text: JSONValue.number(817031608.28).json),
        InspectedResult.Read(name: "uuid", text: JSONValue.string("A82F641D-0C1D-4E3D-9C38-000000000001").json),
      ]
    )
    + [
      .effectBegan(
        InspectedEffect(
          store: 1,
          id: 9,
          action: 5,
          name: "sign up",
          location: "SignUp/Summary.swift:93",
          time: 9_352_100
        )
      ),
      .effectBegan(
        InspectedEffect(store: 1, id: 10, action: 1, name: nil, location: "SignUp/Flow.swift:12", time: 8_000)
      ),
      .shared(store: 1, name: "draft", value: json(#"{"email":"blob@example.org"}"#)),
    ]
    + action(
      6,
      9_912_772,
      .effect(of: 5, "SignUp/Summary.swift:93"),
      path(
        1,
        #"{"summary":{"_0":{"submitted":{"_0":{"success":{"_0":{"email":"blob@example.org","name":"Blob"}}}}}}}"#
      ),
      changed: ["account", "path"],
      duration: 120
    )
    + [.effectEnded(store: 1, id: 9, time: 9_912_800)]

  /// The states after the actions 0 to 6.
  static let states: [JSONValue] = [
    #"{"draft":{"email":"","name":"","topics":[]},"path":[]}"#,
    #"{"draft":{"email":"","name":"","topics":[]},"path":[{"basics":{"focus":"email"},"id":0}]}"#,
    #"{"draft":{"email":"blob@example.org","name":"","topics":[]},"path":[{"basics":{"focus":"email"},"id":0}]}"#,
    #"{"draft":{"email":"blob@example.org","name":"","topics":[]},"path":[{"basics":{"focus":"email"},"id":0}]}"#,
    #"{"draft":{"email":"blob@example.org","name":"Blob","topics":["swift"]},"path":[{"basics":{},"id":0},{"id":1,"summary":{"isSubmitting":false}}]}"#,
    #"{"draft":{"email":"blob@example.org","name":"Blob","topics":["swift"]},"path":[{"basics":{},"id":0},{"id":1,"summary":{"isSubmitting":true}}]}"#,
    #"{"account":{"email":"blob@example.org","name":"Blob"},"draft":{"email":"","name":"","topics":[]},"path":[]}"#,
  ].map(json)

  /// The program with these events.
  ///
  /// - Parameters:
  ///   - permissions: What the program permits.
  ///   - perform: Receives the requests.
  static func program(
    permissions: Set<InspectorPermission> = Set(InspectorPermission.allCases),
    perform: @escaping @Sendable (InspectorRequest) async throws -> Void = { _ in }
  ) -> InspectedProgram {
    InspectedProgram(
      description: InspectedProgram.Description(name: "SignUp", process: 4711, permissions: permissions),
      batches: {
        AsyncThrowingStream { continuation in
          continuation.yield(events)
          continuation.finish()
        }
      },
      state: { _, number in
        guard states.indices.contains(number) else { throw InspectionError("The moment is not kept.") }
        return InspectedState(states[number])
      },
      perform: perform
    )
  }

  /// The state of the inspector after the events, with the details of the last action.
  static var inspectorState: InspectorFeature.State {
    var state = InspectorFeature.State(program: program().description)
    state.append(events)
    state.selectLastRow()
    return state
  }
}
