import HardwareContract
import SordinoPolicy
import Synchronization
import Testing

@testable import SordinoHardware

@Suite struct HardwareEventQueueTests {
    private let speaker = VirtualDevice(.phone).ports[0]
    private let microphone = VirtualDevice(.phone).ports[1]

    private func all(_ queue: HardwareEventQueue) -> [HardwareEvent] {
        var queue = queue
        var events: [HardwareEvent] = []
        while let event = queue.popFirst() { events.append(event) }
        return events
    }

    @Test func belowItsBoundEveryEventIsKeptInOrder() {
        var queue = HardwareEventQueue()
        let events = (0..<HardwareEventQueue.capacity).map { HardwareEvent.volume(Float($0)) }
        for event in events { queue.append(event) }
        #expect(all(queue) == events)
    }

    @Test func atItsBoundTheOutcomeIsKept() {
        var queue = HardwareEventQueue()
        var most = 0
        for number in 0..<10_000 {
            queue.append(.volume(Float(number)))
            queue.append(.timing(HardwareTiming(sampleRate: 48_000, blockFrames: number)))
            most = max(most, queue.count)
        }
        #expect(most == HardwareEventQueue.capacity)
        let events = all(queue)
        let volumes = events.compactMap { if case .volume(let volume) = $0 { volume } else { nil } }
        let blocks = events.compactMap { if case .timing(let timing) = $0 { timing.blockFrames } else { nil } }
        #expect(volumes.last == 9_999 && blocks.last == 9_999)
        #expect(volumes == volumes.sorted() && blocks == blocks.sorted())
    }

    @Test func whatWaitsIsCondensedToOneEventOfEachKind() {
        let quick = HardwareTiming(sampleRate: 48_000, blockFrames: 64)
        let slow = HardwareTiming(sampleRate: 44_100, blockFrames: 512)
        let condensed = HardwareEventQueue.condensed([
            .portsArrived([speaker, microphone]), .volume(0.1), .timing(slow), .otherSounds([.alarm]), .lost,
            .portsDeparted([speaker.uid, microphone.uid]), .restarted, .portsArrived([speaker]), .otherSounds([]),
            .volume(0.7), .timing(quick),
        ])
        #expect(
            condensed == [
                .lost, .portsDeparted([speaker.uid, microphone.uid]), .restarted, .portsArrived([speaker]),
                .timing(quick), .volume(0.7), .otherSounds([]),
            ])
    }

    @Test func aServerThatIsGoneAgainIsToldAsGone() {
        #expect(HardwareEventQueue.condensed([.restarted, .lost, .restarted, .lost]) == [.lost])
        #expect(HardwareEventQueue.condensed([.restarted, .volume(1)]) == [.restarted, .volume(1)])
    }

    @Test func aListenerThatCausesEventsHearsOfTheDeviceAsItIs() {
        let device = VirtualDevice(.phone)
        let heard = Log<HardwareEvent>()
        let isFirst = Atomic(true)
        device.begin { event in
            heard.add(event)
            guard isFirst.exchange(false, ordering: .relaxed) else { return }
            for number in 1...2_000 {
                device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 100 + number % 50))
            }
            device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 333))
        }
        let timings = heard.entries.compactMap { if case .timing(let timing) = $0 { timing.blockFrames } else { nil } }
        #expect(timings.last == 333)
        #expect(timings.count <= HardwareEventQueue.capacity)
    }
}
