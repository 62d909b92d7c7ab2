conda create -y -n issue_floordiv-infinity python=3.11
conda activate issue_floordiv-infinity
pip install -r requirements.txt pytest
pytest -sx test_issue_floordiv-infinity.py
