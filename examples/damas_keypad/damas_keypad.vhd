-- The circuit that reads the Damas board's keypad: pulls one row line low, gives it time to settle, reads the column
-- lines. A row without a key sends it on to the next; a value counts from its second reading in a row on.

library ieee;
use ieee.std_logic_1164.all;

entity damas_keypad is
    generic (SETTLE : positive := 250000);  -- ticks of 50 MHz in 5 ms
    port (
        clock, reset : in  std_logic;
        columns      : in  std_logic_vector(3 downto 0);
        rows         : out std_logic_vector(3 downto 0);
        key          : out std_logic_vector(3 downto 0));  -- 0 to 7, 8 for A, 15 for none
end entity;

architecture rtl of damas_keypad is
    constant NONE : std_logic_vector(3 downto 0) := "1111";

    signal driven  : std_logic_vector(3 downto 0) := "0111";
    signal sampled : std_logic_vector(3 downto 0) := NONE;
    signal counts  : std_logic_vector(3 downto 0) := NONE;
    signal waited  : natural range 0 to SETTLE := 0;

    -- The table of the original: row lines, column lines.
    function value_of(lines : std_logic_vector(7 downto 0)) return std_logic_vector is
    begin
        case lines is
            when "11101011" => return "0000";
            when "01110111" => return "0001";
            when "01111011" => return "0010";
            when "01111101" => return "0011";
            when "10110111" => return "0100";
            when "10111011" => return "0101";
            when "10111101" => return "0110";
            when "11010111" => return "0111";
            when "11100111" => return "1000";
            when others => return NONE;
        end case;
    end function;
begin
    rows <= driven;
    key  <= counts;

    process (clock, reset)
        variable value : std_logic_vector(3 downto 0);
    begin
        if reset = '1' then
            driven  <= "0111";
            sampled <= NONE;
            counts  <= NONE;
            waited  <= 0;
        elsif rising_edge(clock) then
            if waited < SETTLE - 1 then
                waited <= waited + 1;
            else
                waited <= 0;
                value := value_of(driven & columns);
                if value = sampled then
                    counts <= value;
                else
                    counts <= NONE;
                end if;
                sampled <= value;
                if value = NONE then
                    driven <= driven(0) & driven(3 downto 1);
                end if;
            end if;
        end if;
    end process;
end architecture;
