conda create -y -n issue_bessel-i0-overflow python=3.11
conda activate issue_bessel-i0-overflow
pip install -r requirements.txt pytest
pytest -sx test_issue_bessel-i0-overflow.py
