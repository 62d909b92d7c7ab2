conda create -y -n issue_erf-infinity-float64 python=3.11
conda activate issue_erf-infinity-float64
pip install -r requirements.txt pytest
pytest -sx test_issue_erf-infinity-float64.py
