import HardwareContract
import Testing

extension ALSATests {
    /// ALSA under the contract of every peer, on a device that writes into a file.
    @Suite(.serialized, .enabled(if: PrivateALSA.isThere, "skipped: libasound.so.2 is not installed"))
    struct ALSAContractTests {
        @Test(arguments: HardwareContract.checks)
        func alsaKeepsTheContract(check: HardwareContract.Check) throws {
            let stand = try ALSAStand()
            try check.run(stand.bench)
        }
    }
}
