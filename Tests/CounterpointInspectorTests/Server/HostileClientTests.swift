import CounterpointTestSupport
import Counterpoint
@_spi(Internals) @testable import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation
import Testing

@Suite(.ends) struct HostileClientTests {
  @MainActor
  @Test(arguments: [
    "garbage\n", "\u{0}\u{1}\u{2}\n", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "{}\n", "[]\n", "{\"hello\":{}}\n",
    "{\"id\":1,\"do\":\"state\",\"s\":1,\"n\":0}\n", String(repeating: "[", count: 100_000) + "\n",
    String(repeating: "x", count: 1 << 20),
  ])
  func whatIsNoGreetingEndsTheConnection(text: String) throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let client = try RawClient(inspector)
    client.write(text)
    #expect(client.readToEnd().hasPrefix("{\"refused\":"))
  }

  @MainActor @Test func aWrongTokenEndsTheConnection() throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    for token in ["", "x", inspector.token + "0", String(inspector.token.dropLast()) + "x"] {
      let client = try RawClient(inspector)
      client.write(ClientLine.hello(versions: [1], token: token).bytes)
      #expect(
        client.readToEnd()
          == "{\"refused\":\"The token is wrong. The program has printed the right one when it began to listen.\"}\n"
      )
    }
  }

  @MainActor @Test func anUnknownVersionIsNamed() throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let client = try RawClient(inspector)
    client.write(ClientLine.hello(versions: [7], token: inspector.token).bytes)
    #expect(client.readToEnd().contains("speaks version 1 of the protocol, and the client [7]"))
  }

  @MainActor @Test func aLineMayComeInPieces() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let client = try RawClient(inspector)
    for byte in ClientLine.hello(versions: [1], token: inspector.token).bytes { client.write([byte]) }
    #expect(client.readLine().hasPrefix("{\"hello\":"))
  }

  @MainActor @Test func clientsAboveTheLimitAreRefused() throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    var attached: [RawClient] = []
    for _ in 0..<16 {
      let client = try RawClient(inspector)
      client.write(ClientLine.hello(versions: [1], token: inspector.token).bytes)
      #expect(client.readLine().hasPrefix("{\"hello\":"))
      attached.append(client)
    }
    for _ in 0..<100 {
      let client = try RawClient(inspector)
      let answer = client.readToEnd()
      #expect(answer.isEmpty || answer.contains("has 16 clients already"))
    }
    // One that leaves makes room for another.
    attached.removeLast()
    var answer = ""
    while !answer.hasPrefix("{\"hello\":") {
      let client = try RawClient(inspector)
      client.write(ClientLine.hello(versions: [1], token: inspector.token).bytes)
      answer = client.readLine()
    }
  }

  @MainActor @Test func aSlowReaderMissesEventsAndTheProgramGoesOn() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen(keeping: 1 << 16)
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    let client = try RawClient(inspector)
    client.write(ClientLine.hello(versions: [1], token: inspector.token).bytes)
    #expect(client.readLine().hasPrefix("{\"hello\":"))
    // More than the buffers of the socket, the connection and the ring together.
    for _ in 0..<20_000 { store.send(.increment) }
    #expect(store.count == 20_000)
    store.send(.decrement)
    var missed = 0
    var last = ""
    while !last.contains("\"a\":{\"decrement\":{}}") {
      last = client.readLine()
      try #require(!last.isEmpty)
      if last.hasPrefix("{\"missed\":") { missed += 1 }
    }
    #expect(missed > 0)
  }

  @MainActor @Test func aClientThatLeavesInTheMiddleOfALineHarmsNobody() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    for count in [1, 10, 40] {
      let client = try RawClient(inspector)
      client.write(Array(ClientLine.hello(versions: [1], token: inspector.token).bytes.prefix(count)))
    }
    store.send(.increment)
    let program = try InspectedProgram(named: "test", in: folder.folder)
    var events = EventIterator(program)
    #expect(try await events.nextAction()?.number == 1)
  }

  @MainActor @Test func aFloodOfRequestsIsAnsweredOneByOne() throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let client = try RawClient(inspector)
    client.write(ClientLine.hello(versions: [1], token: inspector.token).bytes)
    #expect(client.readLine().hasPrefix("{\"hello\":"))
    for id in 1...200 {
      client.write(ClientLine.state(id: id, store: 9, number: 1).bytes)
    }
    var answered: Set<String> = []
    // The program has nothing to tell, except that the client knows all.
    for _ in 0...200 { answered.insert(client.readLine()) }
    #expect(answered.remove("{\"caughtUp\":true}") != nil)
    #expect(answered.count == 200)
    #expect(answered.allSatisfy { $0.contains("There is no store 9") })
  }
}
