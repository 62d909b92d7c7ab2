conda create -y -n issue_bessel-y0-negative python=3.11
conda activate issue_bessel-y0-negative
pip install -r requirements.txt pytest
pytest -sx test_issue_bessel-y0-negative.py
