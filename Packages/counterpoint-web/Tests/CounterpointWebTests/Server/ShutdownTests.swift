@_spi(Internals) import CounterpointSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@testable import CounterpointWeb

@Suite struct ShutdownTests {
  static let halfBody = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"
  /// More than the buffers of two sockets can hold.
  static let styleSheet = String(repeating: "p { color: red }", count: 1 << 20)

  @Test("The deadline ends a server whose client has sent half a body")
  func halfBody() async throws {
    try await TestServer.run(.patient.with(\.shutdownDeadline, .milliseconds(20)), waitsForEnd: true) { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send(Self.halfBody)
        server.stop()
        #expect(await client.readToEnd().isEmpty)
      }
    }
  }

  @Test("The deadline ends a server whose client doesn't read")
  func noReads() async throws {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let options = WebServerOptions.patient.with(\.shutdownDeadline, .milliseconds(20))
    try await stalledClient(options, ended: ended, end: end)
  }

  @Test("A response without progress ends at the deadline of requests")
  func stalledResponse() async throws {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let options = WebServerOptions.patient.with(\.requestDeadline, .milliseconds(50))
    try await stalledClient(options, ended: ended, end: end)
  }

  /// Runs a client that reads only the beginning of a long response, until the server has ended.
  private func stalledClient(
    _ options: WebServerOptions,
    ended: AsyncStream<Void>,
    end: AsyncStream<Void>.Continuation
  ) async throws {
    let (ports, port) = AsyncStream.makeStream(of: TestServer.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await server in ports {
          try await RawClient.connect(to: server.port) { client in
            await client.send("GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await client.read(until: "\r\n")
            server.stop()
            for await _ in ended {}
          }
        }
      }
      group.addTask {
        try await TestServer.run(options, site: Count.site(styleSheet: Self.styleSheet), waitsForEnd: true) { server in
          port.yield(server)
          port.finish()
        }
        end.finish()
      }
      try await group.waitForAll()
    }
  }

  @Test("The second signal ends the server immediately")
  func secondSignal() async throws {
    try await TestServer.run(waitsForEnd: true) { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send(Self.halfBody)
        server.stop()
        server.stop()
        #expect(await client.readToEnd().isEmpty)
      }
    }
  }

  @Test("A running response is finished")
  func runningResponse() async throws {
    try await TestServer.run(site: Count.site(styleSheet: Self.styleSheet), waitsForEnd: true) { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send("GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await client.read(until: "\r\n\r\n")
        server.stop()
        let size = await client.readToEnd().utf8.count
        #expect(size == Self.styleSheet.utf8.count)
      }
    }
  }

  @Test("Event streams end with the delay until pages reconnect")
  func streams() async throws {
    try await TestServer.run(waitsForEnd: true) { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await sessionCookie(&client)
        await client.send("GET /events?since=0 HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
        #expect(await client.read(until: "retry: 1000\n").hasPrefix("HTTP/1.1 200 OK"))
        server.stop()
        let rest = await client.readToEnd()
        #expect(rest.contains("\r\nretry: "))
        #expect(rest.hasSuffix("0\r\n\r\n"))
      }
    }
  }

  @Test("A closed event stream with a request body does not prevent the shutdown", arguments: ["", "x"])
  func streamsThatLeave(further: String) async throws {
    try await TestServer.run(waitsForEnd: true) { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await sessionCookie(&client)
        let head = "GET /events?since=0 HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n"
        await client.send("\(head)Content-Length: 5\r\n\r\nabcde")
        #expect(await client.read(until: "retry: 1000\n").hasPrefix("HTTP/1.1 200 OK"))
        // Further input closes an event stream.
        await client.send(further.isEmpty ? "" : "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        if !further.isEmpty { #expect(await !client.readToEnd().hasSuffix("0\r\n\r\n")) }
      }
      server.stop()
    }
  }

  @Test("A signal after the end of the server ends the process again")
  func signalActions() async {
    // Runs in a process of its own, because signals belong to the whole process.
    await #expect(processExitsWith: .signal(SIGTERM)) {
      // A new process inherits ignored signals, and other servers of this process ignore them.
      signal(SIGTERM, SIG_DFL)
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let server = Task { try? await WebServer(Count.site(), port: 0, options: .patient).run { _ in start.yield() } }
      for await _ in started { break }
      server.cancel()
      await server.value
      // The signal goes to the process, because the threads of the pool block signals.
      kill(getpid(), SIGTERM)
      await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }

  @Test("The readiness check fails before anything is closed")
  func order() async {
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    let readiness = Readiness()
    let events = Locked<[String]>([])
    let (closed, close) = AsyncStream.makeStream(of: Void.self)
    let shutdown = Shutdown(
      deadline: .seconds(10),
      drainDelay: .seconds(3),
      readiness: readiness,
      sleep: { duration in
        events.withLock { $0.append("sleeps \(duration), ready \(readiness.isReady)") }
        guard duration == .seconds(10) else { return }
        // The deadline passes as soon as connections begin to close.
        for await _ in closed { return }
      },
      close: {
        events.withLock { $0.append("closes") }
        close.yield()
      },
      abort: { events.withLock { $0.append("aborts") } }
    )
    stop.yield()
    await shutdown.run(stops: stops)
    let all = events.withLock { $0 }
    // The order of both sleeps is undefined.
    #expect(
      Set(all.filter { $0.hasPrefix("sleeps") }) == [
        "sleeps 3.0 seconds, ready false", "sleeps 10.0 seconds, ready false",
      ]
    )
    #expect(all.filter { !$0.hasPrefix("sleeps") } == ["closes", "aborts", "closes"])
  }
}
