import AVFoundation
import AudioToolbox
import CoreAudioKit
import SordinoSimulator
import Testing

/// Programs that show devices without views, on a simulated telephone.
@MainActor @Suite struct DeviceControllerProgramTests {
    private let device = SimulatedDevice(.phone)

    @Test func theBrowserListsTheDevicesOfAnAVBNetwork() throws {
        let app = device.app("Desk", backgroundModes: .audio)
        let controller = app.perform { CANetworkBrowserWindowController() }
        #expect(app.perform { controller.entities.isEmpty && !CANetworkBrowserWindowController.isAVBSupported() })
        device.plug(.avb(name: "Stage Box", channelCount: 8))
        device.plug(.avb(name: "Desk", channelCount: 2))
        device.plug(.hdmi())
        device.advance(0.2)
        let entities = app.perform { controller.entities }
        #expect(entities.map(\.name) == ["Stage Box", "Desk"] && Set(entities.map(\.id)).count == 2)
        #expect(entities.map(\.inputChannelCount) == [8, 2] && entities.map(\.outputChannelCount) == [8, 2])
        #expect(entities.map(\.uid) == ["Stage Box", "Desk"] && entities.allSatisfy { $0.sampleRate == 48_000 })
        #expect(app.perform { CANetworkBrowserWindowController.isAVBSupported() })
        device.unplug(.avb(name: "Stage Box", channelCount: 8))
        device.advance(0.2)
        #expect(app.perform { controller.entities.map(\.name) } == ["Desk"])
    }

    @Test func theGenericViewHasARowForEachParameter() throws {
        let app = device.app("Host", backgroundModes: .audio)
        try app.perform {
            let description = AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_LowPassFilter,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            let unit = try AUAudioUnit(componentDescription: description)
            let controller = AUGenericViewController()
            #expect(controller.rows.isEmpty)
            controller.auAudioUnit = unit
            let rows = controller.rows
            #expect(rows.map(\.id) == unit.parameterTree?.allParameters.map(\.address))
            let cutoff = try #require(rows.first { $0.id == AUParameterAddress(kLowPassParam_CutoffFrequency) })
            guard case .slider(let range) = cutoff.control else {
                Issue.record("a cutoff is a slider")
                return
            }
            #expect(range.contains(1_000) && cutoff.isWritable && !cutoff.text.isEmpty)
            #expect(controller.setValue(1_000, of: cutoff))
            #expect(controller.rows.first { $0.id == cutoff.id }?.value == 1_000)
            #expect(controller.setValue(1e9, of: cutoff) && !controller.setValue(.nan, of: cutoff))
            #expect(controller.rows.first { $0.id == cutoff.id }?.value == range.upperBound)
        }
    }

    /// Music goes to the computer at the other end of the cable, an alert does not.
    @Test func interDeviceAudioTakesTheMusicAndLeavesTheAlerts() throws {
        let app = device.app("Synth", backgroundModes: .audio)
        try app.activate(.playback)
        try app.playTone()
        device.plug(.interDevice())
        device.advance(0.5)
        #expect(app.perform { AVAudioSession.sharedInstance().currentRoute.outputs.map(\.portType) } == [.usbAudio])
        let now = device.now
        #expect(device.output(.usbAudio)?.peak(from: now - 0.2, to: now) ?? 0 > 0.01)
        #expect(device.output(.builtInSpeaker)?.peak(from: now - 0.2, to: now) == 0)
        device.alarm()
        device.advance(1)
        let later = device.now
        #expect(device.output(.builtInSpeaker)?.peak(from: later - 0.5, to: later) ?? 0 > 0.001)
        #expect(device.output(.usbAudio)?.peak(from: later - 0.5, to: later) == 0)
        device.acknowledgeAlarm()
        device.advance(0.5)
        device.unplug(.interDevice())
        device.advance(0.5)
        #expect(
            app.perform { AVAudioSession.sharedInstance().currentRoute.outputs.map(\.portType) } == [.builtInSpeaker])
    }
}
