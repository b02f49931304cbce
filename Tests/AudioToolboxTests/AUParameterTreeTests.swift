import Foundation
import Testing

@testable import AudioToolbox

@Suite struct AUParameterTreeTests {
    private func parameter(
        _ identifier: String, _ address: AUParameterAddress, _ range: ClosedRange<AUValue> = 0...1,
        strings: [String]? = nil
    ) -> AUParameter {
        AUParameterTree.createParameter(
            withIdentifier: identifier, name: identifier.capitalized, address: address, min: range.lowerBound,
            max: range.upperBound, unit: strings == nil ? .generic : .indexed, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: strings, dependentParameters: [7])
    }

    /// The values that observers received.
    private final class Heard: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [String] = []
        func add(_ text: String) { lock.withLock { list.append(text) } }
        var all: [String] {
            ParameterObservation.queue.sync {}
            return lock.withLock { list }
        }
    }

    @Test func pathsAndAddressesFindTheParameter() {
        let cutoff = parameter("cutoff", 5)
        let filter = AUParameterTree.createGroup(withIdentifier: "filter", name: "Filter", children: [cutoff])
        let gain = parameter("gain", 9)
        let tree = AUParameterTree.createTree(withChildren: [filter, gain])
        #expect(cutoff.keyPath == "filter.cutoff" && gain.keyPath == "gain" && tree.keyPath == "")
        #expect(tree.parameter(withAddress: 5) === cutoff)
        #expect(tree.parameter(withID: 9, scope: 0, element: 0) === gain)
        #expect(tree.parameter(withAddress: 6) == nil)
        #expect(tree.value(forKeyPath: "filter.cutoff") as? AUParameter === cutoff)
        #expect(tree.value(forKey: "gain") as? AUParameter === gain)
        #expect(tree.allParameters.map(\.identifier) == ["cutoff", "gain"])
    }

    @Test func groupsOfATemplateHaveTheirOwnAddresses() throws {
        let template = AUParameterTree.createGroupTemplate([parameter("level", 0), parameter("pan", 1, -1...1)])
        let tree = AUParameterTree.createTree(
            withChildren: (0..<3).map {
                AUParameterTree.createGroup(
                    fromTemplate: template, identifier: "osc\($0)", name: "Osc \($0)", addressOffset: UInt64($0) * 100)
            })
        #expect(tree.allParameters.map(\.address) == [0, 1, 100, 101, 200, 201])
        let pan = try #require(tree.parameter(withAddress: 201))
        #expect(pan.keyPath == "osc2.pan" && pan.minValue == -1)
    }

    @Test func observersHearOfChangesButNotOfTheirOwn() {
        let (gain, pan) = (parameter("gain", 1), parameter("pan", 2))
        let tree = AUParameterTree.createTree(withChildren: [gain, pan])
        let heard = Heard()
        let own = gain.token(byAddingParameterObserver: { heard.add("own \($0) \($1)") })
        let all = tree.token(byAddingParameterObserver: { heard.add("all \($0) \($1)") })
        gain.value = 0.5
        gain.setValue(0.25, originator: own)
        pan.setValue(0.75, originator: nil, atHostTime: 42)
        #expect(heard.all == ["own 1 0.5", "all 1 0.5", "all 1 0.25", "all 2 0.75"])
        tree.removeParameterObserver(all)
        gain.removeParameterObserver(own)
        gain.value = 1
        #expect(heard.all.count == 4)
    }

    @Test func automationObserversHearGesturesAndTimes() {
        let gain = parameter("gain", 1)
        let tree = AUParameterTree.createTree(withChildren: [gain])
        let heard = Heard()
        let tokens = [
            tree.token(byAddingParameterAutomationObserver: { count, events in
                for event in UnsafeBufferPointer(start: events, count: count) {
                    heard.add("\(event.eventType.rawValue) \(event.value) \(event.hostTime)")
                }
            }),
            tree.token(byAddingParameterRecordingObserver: { count, events in
                heard.add("recorded \(count) \(events[0].value)")
            }),
        ]
        gain.setValue(0.1, originator: nil, atHostTime: 1, eventType: .touch)
        gain.setValue(0.2, originator: nil, atHostTime: 2, eventType: .value)
        gain.setValue(0.3, originator: nil, atHostTime: 3, eventType: .release)
        #expect(heard.all == ["1 0.1 1", "0 0.2 2", "recorded 1 0.2", "2 0.3 3"])
        for token in tokens { tree.removeParameterObserver(token) }
    }

    @Test func theUnitIsToldAtOnceAndAskedForTheValue() {
        let gain = parameter("gain", 1)
        let group = AUParameterTree.createGroup(withIdentifier: "g", name: "G", children: [gain])
        let tree = AUParameterTree.createTree(withChildren: [group])
        var kept: AUValue = 0
        tree.implementorValueObserver = { kept = $0.address == 1 ? $1 * 2 : -1 }
        tree.implementorValueProvider = { _ in kept }
        gain.value = 0.5
        #expect(kept == 1 && gain.value == 1)
        // The nearer answer counts.
        group.implementorValueProvider = { _ in 7 }
        #expect(gain.value == 7)
    }

    @Test func valuesAreWrittenAndRead() {
        let mode = parameter("mode", 1, 1...3, strings: ["Low", "Band", "High"])
        #expect(mode.value == 1 && mode.string(fromValue: nil) == "Low")
        var value: AUValue = 3
        #expect(mode.string(fromValue: &value) == "High")
        #expect(mode.value(from: "Band") == 2)
        let gain = parameter("gain", 2)
        gain.value = 0.5
        #expect(gain.string(fromValue: nil) == "0.50")
        #expect(gain.value(from: " 0.25 dB") == 0.25 && gain.value(from: "loud") == 0.5)
        value = .nan
        #expect(mode.string(fromValue: &value) == "Low")
        #expect(gain.displayName(withLength: 2) == "Ga")
        gain.implementorDisplayNameWithLengthCallback = { "\($0.identifier)/\($1)" }
        #expect(gain.displayName(withLength: 3) == "gain/3")
    }

    @Test func aTreeComesBackFromItsArchive() throws {
        let mode = parameter("mode", 1 << 63 | 4, 1...3, strings: ["Low", "Band", "High"])
        mode.value = 2
        let tree = AUParameterTree.createTree(
            withChildren: [AUParameterTree.createGroup(withIdentifier: "g", name: "G", children: [mode])])
        let data = try NSKeyedArchiver.archivedData(withRootObject: tree, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [
                    AUParameterTree.self, AUParameterGroup.self, AUParameter.self, NSArray.self, NSString.self,
                    NSNumber.self,
                ], from: data) as? AUParameterTree)
        let copy = try #require(read.parameter(withAddress: 1 << 63 | 4))
        #expect(copy.keyPath == "g.mode" && copy.value == 2 && copy.valueStrings == ["Low", "Band", "High"])
        #expect(copy.flags == mode.flags && copy.unit == .indexed && copy.dependentParameters == [7])
    }
}
