import AVFoundation
import SordinoSimulator
import Testing

/// A port that a test of a program makes up.
private final class MockPort: AVAudioSessionPortDescription, @unchecked Sendable {
    private let kind: AVAudioSession.Port
    init(_ kind: AVAudioSession.Port) { self.kind = kind }

    override var portType: AVAudioSession.Port { kind }
    override var portName: String { "Mock \(kind.rawValue)" }
    override var uid: String { "mock" }
    override var channels: [AVAudioSessionChannelDescription]? { [MockChannel(), MockChannel()] }
    override var dataSources: [AVAudioSessionDataSourceDescription]? { [MockSource()] }
}

private final class MockChannel: AVAudioSessionChannelDescription, @unchecked Sendable {
    override var channelName: String { "Mock" }
    override var channelNumber: Int { 1 }
}

private final class MockSource: AVAudioSessionDataSourceDescription, @unchecked Sendable {
    override var dataSourceID: NSNumber { 7 }
    override var dataSourceName: String { "Mock" }
}

private final class MockRoute: AVAudioSessionRouteDescription, @unchecked Sendable {
    private let ports: [MockPort]
    init(_ ports: [MockPort]) { self.ports = ports }

    override var outputs: [AVAudioSessionPortDescription] { ports }
}

/// A session that writes down what it is asked.
private final class MockSession: AVAudioSession, @unchecked Sendable {
    var asked: [String] = []
    var route = MockRoute([])

    override var category: Category { .playAndRecord }
    override var sampleRate: Double { 22_050 }
    override var currentRoute: AVAudioSessionRouteDescription { route }
    override var isOtherAudioPlaying: Bool { true }
    override var outputVolume: Float { 0.25 }
    override func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        asked.append("category \(category.rawValue)")
    }
    override func setActive(_ active: Bool, options: SetActiveOptions = []) throws { asked.append("active \(active)") }
    override func setPreferredIOBufferDuration(_ duration: TimeInterval) throws { asked.append("block \(duration)") }
    override func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        throw NSError(domain: NSOSStatusErrorDomain, code: AVAudioSession.ErrorCode.badParam.rawValue)
    }
}

/// A program's use of a session, handed in for tests.
private struct Caller {
    let session: AVAudioSession

    func begin() throws {
        try session.setCategory(.playAndRecord, mode: .voiceChat, policy: .default, options: [])
        try session.setPreferredIOBufferDuration(0.01)
        try session.setActive(true)
    }

    var isOnHeadphones: Bool { session.currentRoute.outputs.contains { $0.portType == .headphones } }
}

@Suite struct SessionMockTests {
    @Test func aProgramsTestStandsInForTheSession() throws {
        let session = MockSession()
        let caller = Caller(session: session)
        try caller.begin()
        #expect(session.asked == ["category AVAudioSessionCategoryPlayAndRecord", "block 0.01", "active true"])
        #expect(!caller.isOnHeadphones)
        session.route = MockRoute([MockPort(.headphones)])
        #expect(caller.isOnHeadphones)
        #expect(throws: NSError.self) { try caller.session.overrideOutputAudioPort(.speaker) }
    }

    @Test func madeUpDescriptionsSayWhatTheyOverride() {
        let port = MockPort(.headphones)
        #expect(port.description.contains("Mock Headphones"))
        #expect(port.channels?.map(\.channelName) == ["Mock", "Mock"])
        #expect(port.dataSources?.first?.dataSourceID == 7)
        #expect(port.isEqual(port))
        #expect(!port.isEqual(MockPort(.headphones)))
        #expect(Set([port, port]).count == 1)
        // Members that are not overridden are there and empty.
        #expect(port.selectedDataSource == nil)
        #expect(AVAudioSessionRouteDescription().outputs.isEmpty)
    }

    @Test func whatAMockDoesNotOverrideIsTheProgramsSession() throws {
        let device = SimulatedDevice(.phone)
        try device.run {
            let mock = MockSession()
            try AVAudioSession.sharedInstance().setMode(.spokenAudio)
            #expect(mock.mode == .spokenAudio)
        }
    }
}
