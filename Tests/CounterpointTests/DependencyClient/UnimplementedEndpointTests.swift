import Counterpoint
import CounterpointTestSupport
import Testing

/// The behavior of a client's unimplemented endpoints.
@Suite struct UnimplementedEndpointTests {
  let client = KindsClient(number: 3)

  @Test func failsTheTest() async throws {
    let issues = try await recordedIssues { client.nothing(1) }
    #expect(!issues.isEmpty && issues.allSatisfy { $0.description.contains("Unimplemented: 'KindsClient.nothing'") })
  }

  @Test func isFiledAtTheEndpoint() throws {
    let issue = try #require(issues { client.nothing(1) }.first)
    #expect(issue.fileID == "CounterpointTests/ExampleClients.swift")
    #expect(issue.message.contains("Override it"))
  }

  @Test func throwing() async {
    let issues = await issues {
      await #expect(throws: Unimplemented("throwing")) { try await client.throwing(1) }
    }
    #expect(issues.map(\.headline) == ["Unimplemented: 'KindsClient.throwing'"])
  }

  @Test func returning() {
    let issues = issues {
      client.nothing(1)
      #expect(client.optional() == nil)
      #expect(throws: Never.self) { try client.ownError() }
      client.switch()
      client.`two words`()
    }
    #expect(
      issues.map(\.headline) == [
        "Unimplemented: 'KindsClient.nothing'", "Unimplemented: 'KindsClient.optional'",
        "Unimplemented: 'KindsClient.ownError'", "Unimplemented: 'KindsClient.switch'",
        "Unimplemented: 'KindsClient.two words'",
      ]
    )
  }

  @Test func defaultsUnderConditions() {
    let client = ConditionsClient()
    let issues = issues {
      #expect(client.value() == 2)
      #expect(client.branches(true) == "yes")
      #expect(client.statements() == 2)
      #expect(client.whole() == 2)
    }
    #expect(
      issues.map(\.headline) == [
        "Unimplemented: 'ConditionsClient.value'", "Unimplemented: 'ConditionsClient.branches'",
        "Unimplemented: 'ConditionsClient.statements'", "Unimplemented: 'ConditionsClient.whole'",
      ]
    )
  }

  @Test func typePacks() {
    let client = PackClient<Int, String>()
    let issues = issues {
      #expect(throws: Unimplemented("count")) { try client.count(start: 1, values: 2, "a") }
      client.log(values: 1, "a")
      #expect(client.first(values: 1, "a") == 7)
    }
    #expect(
      issues.map(\.headline) == [
        "Unimplemented: 'PackClient.count'", "Unimplemented: 'PackClient.log'", "Unimplemented: 'PackClient.first'",
      ]
    )
  }

  @Test func defaults() throws {
    let issues = try issues {
      #expect(client.value() == 42)
      #expect(client.statements(1) == 2)
      #expect(client.branches(true) == "yes")
      #expect(client.text() == "one\n  two")
      let value = try client.throwingWithValue()
      #expect(value == 7)
    }
    #expect(
      issues.map(\.headline) == [
        "Unimplemented: 'KindsClient.value'", "Unimplemented: 'KindsClient.statements'",
        "Unimplemented: 'KindsClient.branches'", "Unimplemented: 'KindsClient.text'",
        "Unimplemented: 'KindsClient.throwingWithValue'",
      ]
    )
  }

  @Test func whatIsNoEndpoint() {
    #expect(client.transform(1) == -1)
    #expect(client.callback == nil)
    #expect(client.isOn)
    #expect(KindsClient(transform: { $0 }, number: 1, isOn: false).transform(1) == 1)
  }

  @Test func overriding() {
    var client = client
    client.value = { 1 }
    let issues = issues {
      #expect(client.value() == 1)
      #expect(self.client.value() == 42)
      #expect(client.optional() == nil)
    }
    #expect(
      issues.map(\.headline) == ["Unimplemented: 'KindsClient.value'", "Unimplemented: 'KindsClient.optional'"]
    )
  }

  @Test func outsideOfClients() {
    let player = Player()
    #expect(issues { player.play(sound: "a") }.map(\.headline) == ["Unimplemented: 'Player.play'"])
    player.play = { _ in }
    player.play(sound: "b")
    Speaker(say: { #expect($0 == "c") }, volume: 1).say(word: "c")
  }

  @Test func generic() {
    let issues = issues { #expect(GenericClient<Int>().get(key: "a") == nil) }
    #expect(issues.map(\.headline) == ["Unimplemented: 'GenericClient.get'"])
  }
}
