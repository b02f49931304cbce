import Foundation
import SordinoGraph
import Testing

@Suite struct ParameterPortTests {
    @Test func valuesAreKeptWithinTheirRange() {
        let unit = LowPass()
        #expect(unit.value(0) == 6900)
        #expect(unit.set(0, to: 3) && unit.value(0) == 10)
        #expect(unit.set(1, to: 99) && unit.value(1) == 40)
        #expect(!unit.set(2, to: 1) && unit.value(2) == 0)
        #expect(!unit.set(1, to: .nan) && unit.value(1) == 40)
        let meter = DynamicsProcessor()
        #expect(!meter.set(1000, to: 5))
    }

    @Test func everyAddressLeadsBackToItsSpecification() {
        for unit in BuiltInUnits.all.map({ $0.make() }) {
            var seen = Set<UInt64>()
            var identifiers = Set<String>()
            for spec in unit.parameters {
                #expect(identifiers.insert(spec.identifier).inserted, "\(unit.name) \(spec.identifier)")
                for element in 0..<spec.elementCount {
                    let address = spec.address(element: element)
                    #expect(seen.insert(address).inserted)
                    let found = unit.spec(at: address)
                    #expect(found?.spec.identifier == spec.identifier && found?.element == element)
                    #expect(unit.value(address) == spec.initial, "\(unit.name) \(spec.name)")
                }
            }
        }
    }

    @Test func unitsAreFoundByTheirCodes() {
        #expect(Set(BuiltInUnits.all.map(\.identity)).count == BuiltInUnits.all.count)
        for unit in BuiltInUnits.all {
            #expect(BuiltInUnits.make(unit.identity)?.name == unit.name)
            #expect(BuiltInUnits.make(unit.identity)?.identity == unit.identity)
        }
        #expect(BuiltInUnits.make(UnitIdentity("aufx", "none")) == nil)
        #expect(UnitIdentity("aufx", "lpas").description == "aufx lpas appl")
    }

    @Test func tooManyScheduledChangesAreCountedAndSetAtOnce() {
        let unit = LowPass()
        for index in 0..<512 {
            #expect(unit.port.schedule(Float(100 + index), at: 0, time: Int64(index), rampFrames: 0))
        }
        #expect(unit.port.lostEventCount == 0 && unit.value(0) == 6900)
        #expect(unit.port.schedule(5000, at: 0, time: 9, rampFrames: 0))
        #expect(unit.port.lostEventCount == 1 && unit.value(0) == 5000)
    }

    @Test func changesAreScheduledFromSeveralThreadsWhileRendering() throws {
        let unit = LowPass()
        let rig = try UnitRig(unit)
        let (port, count) = (unit.port, 100)
        let threads = (0..<3).map { seed in
            Thread {
                for index in 0..<count {
                    port.schedule(Float(seed * 100 + index), at: 1, time: ParameterPort.immediately, rampFrames: 4)
                }
            }
        }
        for thread in threads { thread.start() }
        let silence = [[Float]](repeating: [Float](repeating: 0.1, count: 512), count: 2)
        while threads.contains(where: { !$0.isFinished }) { _ = rig.render(silence) }
        #expect(rig.render(silence)[0].allSatisfy { $0.isFinite })
        #expect(unit.port.lostEventCount == 0 || unit.value(1) <= 40)
    }
}
