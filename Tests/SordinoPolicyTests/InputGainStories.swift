import SordinoPolicy
import Testing

/// R5.22: how loud an input is.
@Suite struct InputGainStories {
    static let settable: Port = {
        var port = World.microphone
        port.isInputGainSettable = true
        return port
    }()

    static func recorder() -> (World, AppID) {
        var world = World(ports: [World.output(.builtInSpeaker), settable])
        let app = world.launch("Rec", category: .record)
        world.activate(app)
        world.clear()
        return (world, app)
    }

    private func gains(_ world: World) -> [Float?] {
        world.effects.compactMap { if case .inputGain(_, let gain) = $0 { .some(gain) } else { nil } }
    }

    @Test func anInputThatCannotBeSetRefuses() {
        var world = World()
        let app = world.launch("Rec", category: .record)
        world.activate(app)
        #expect(!world.view(app).isInputGainSettable)
        #expect(world.request(app, .prefer(.inputGain(0.5)))?.cause.rule == "R5.22")
        #expect(world.view(app).inputGain == 1)
    }

    @Test func itIsClampedAndOneForAll() {
        var (world, app) = Self.recorder()
        let other = world.launch("Other", category: .playAndRecord, options: .mixWithOthers)
        #expect(world.view(app).isInputGainSettable)
        #expect(world.request(app, .prefer(.inputGain(0.25))) == nil)
        #expect(world.view(app).inputGain == 0.25)
        #expect(world.view(other).inputGain == 0.25)
        world.request(app, .prefer(.inputGain(7)))
        #expect(world.view(app).inputGain == 1)
        world.request(app, .prefer(.inputGain(-1)))
        #expect(world.view(app).inputGain == 0)
        #expect(gains(world) == [0.25, 1, 0])
        #expect(world.request(app, .prefer(.inputGain(.nan)))?.code == .badParam)
    }

    @Test func theDefaultIsBackWhenNobodyUsesTheInput() {
        var (world, app) = Self.recorder()
        world.request(app, .prefer(.inputGain(0.25)))
        world.clear()
        world.deactivate(app)
        #expect(gains(world) == [nil])
        #expect(world.view(app).inputGain == 1)
    }

    @Test func anotherInputHasItsOwn() {
        var (world, app) = Self.recorder()
        world.request(app, .prefer(.inputGain(0.25)))
        world.plug(World.headset)
        #expect(!world.view(app).isInputGainSettable)
        #expect(world.view(app).inputGain == 1)
    }
}
