conda create -y -n issue_thresholdedrelu-minus-infinity python=3.11
conda activate issue_thresholdedrelu-minus-infinity
pip install -r requirements.txt pytest
pytest -sx test_issue_thresholdedrelu-minus-infinity.py
